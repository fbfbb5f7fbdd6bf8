"""How often something fails of which there are several."""

from math import expm1, log1p


def any_failure(p: float, n: int) -> float:
    """Returns the probability that at least one of several hooks fails.

    It is `1 - (1 - p) ** n`, computed so that it is exact for very small `p` as well.

    Args:
        p: The probability that one of them fails, from 0 to 1; each fails on its own account.
        n: How many there are.

    Returns:
        A probability, from 0 to 1.

    Raises:
        ValueError: `p` is no probability, or `n` is negative or no whole number.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"a probability is from 0 to 1, not {p!r}")
    if n != int(n):
        raise ValueError(f"there is a whole number of hooks, not {n!r}")
    if n < 0:
        raise ValueError(f"there is no negative number of hooks: {n!r}")
    if n == 0 or p == 1:
        return float(n > 0)
    return -expm1(n * log1p(-p)) + 0.0  # not -0.0
