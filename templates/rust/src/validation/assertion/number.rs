//! Decimal arithmetic: exact multiples, and numbers in messages.

/// Returns the shortest digits that identify the double, without zeros at either end, and their power of ten. The sign
/// is ignored.
fn decimal(number: f64) -> (u128, i32) {
    let written = format!("{:e}", number.abs());
    let (digits, power) = written.split_once('e').unwrap_or((&written, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let power = power.parse::<i32>().unwrap_or(0) - i32::try_from(fraction.len()).unwrap_or(0);
    ((whole.to_owned() + fraction).parse().unwrap_or(0), power)
}

/// Returns true if the number is a multiple of the other, both in decimal notation.
pub(super) fn is_multiple(number: f64, of: f64) -> bool {
    /// More digits than any double has. If the powers differ by more, only zero is a multiple.
    const MOST: u32 = 20;
    let ((number, power), (of, of_power)) = (decimal(number), decimal(of));
    if number == 0 || of == 0 {
        return number == 0;
    }
    let beyond = power.abs_diff(of_power);
    if power < of_power {
        return beyond <= MOST && number % (of * 10_u128.pow(beyond)) == 0;
    }
    // Remainders have at most 17 digits, so the product does not overflow.
    let remainder = (0..beyond).fold(number % of, |rest, _| if rest == 0 { 0 } else { rest * 10 % of });
    remainder == 0
}

/// Formats the number as ECMAScript does. Messages in every language use this format.
pub(super) fn written(number: f64) -> String {
    let (digits, power) = decimal(number);
    let digits = digits.to_string();
    let sign = if number < 0.0 { "-" } else { "" };
    // The position of the decimal point, counted from the first digit.
    let point = i32::try_from(digits.len()).unwrap_or(0) + power;
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    let text = match point {
        _ if digits == "0" => digits,
        1..=21 if power >= 0 => digits + &zeros(power),
        1..=21 => {
            let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
            format!("{whole}.{fraction}")
        }
        -5..=0 => format!("0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
            let sign = if point > 0 { "+" } else { "-" };
            format!("{first}{rest}e{sign}{}", (point - 1).abs())
        }
    };
    format!("{sign}{text}")
}

#[cfg(test)]
#[allow(clippy::unreadable_literal, reason = "they are written as they are read")]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_ecmascript_has_them() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (100.0, "100"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.25e21, "1.25e+21"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
            (0.1 + 0.2, "0.30000000000000004"),
            (9007199254740993.0, "9007199254740992"),
            (f64::MAX, "1.7976931348623157e+308"),
        ] {
            assert_eq!(written(number), text);
        }
    }

    #[test]
    fn a_multiple_is_one_of_the_decimals() {
        for (number, of) in
            [(0.3, 0.1), (4.02, 0.01), (1e308, 0.5), (12391239123.0, 1e-8), (0.0, 7.0), (-4.0, 2.0), (1e300, 1e-300)]
        {
            assert!(is_multiple(number, of), "{number} of {of}");
        }
        for (number, of) in [(0.35, 0.1), (1e308, 0.123456789), (1.0, 1e300), (7.0, 2.0), (0.0075000001, 0.0001)] {
            assert!(!is_multiple(number, of), "{number} of {of}");
        }
    }
}
