"""The probability of a failure that has several causes."""

from math import expm1, log1p

from ._arguments import expect_number

_MOST = 2**53 - 1
"""The largest integer that every language represents exactly."""


def any_failure(p: float, n: int) -> float:
    """Returns the probability that at least one of several hooks fails.

    It is `1 - (1 - p) ** n`, computed so that it is accurate for very small `p` as well.

    Args:
        p: The probability that one hook fails, from 0 to 1. Hooks fail independently.
        n: The number of hooks.

    Returns:
        A probability, from 0 to 1.

    Raises:
        TypeError: `p` or `n` is not a number.
        ValueError: `p` is not from 0 to 1, or `n` is negative, not an integer, or above 2 ** 53 - 1.
    """
    expect_number("p", p)
    expect_number("n", n)
    if not 0 <= p <= 1:
        raise ValueError(f"a probability is from 0 to 1, not {p!r}")
    if not 0 <= n <= _MOST or n != int(n):
        raise ValueError(f"a number of hooks is a whole one from 0 to {_MOST}, not {n!r}")
    if n == 0 or p == 1:
        return float(n > 0)
    return -expm1(n * log1p(-p)) + 0.0  # not -0.0
