#!/usr/bin/env python3
"""Write Sources/Native/CMath/Tables.h: the constants and tables of the correctly rounded functions.

    python3 Scripts/make_math_tables.py [--check]

Every number is computed with 90 decimal digits, and written as hexadecimal floating point. With --check, nothing is
written; exit code 1 where the file differs.
"""

import pathlib
import sys
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 90
PATH = pathlib.Path(__file__).resolve().parent.parent / "Sources/Native/CMath/Tables.h"


def arctangent(x: Decimal) -> Decimal:
    """The arctangent of `x` in 0...1, by its series after two halvings of the angle."""
    for _ in range(2):
        x = x / (1 + (1 + x * x).sqrt())
    total, power, n = Decimal(0), x, 1
    while abs(power) > Decimal(10) ** -95:
        total += power / n if n % 4 == 1 else -power / n
        power, n = power * x * x, n + 2
    return 4 * total


PI = 4 * arctangent(Decimal(1))
LN2 = Decimal(2).ln()


def sine(x: Decimal) -> Decimal:
    total, term, n = Decimal(0), x, 1
    while abs(term) > Decimal(10) ** -95:
        total, term, n = total + term, -term * x * x / ((n + 1) * (n + 2)), n + 2
    return total


def double(x) -> float:
    """The double nearest to `x`, ties to even."""
    return float(Fraction(x))  # Division of integers in Python is correctly rounded.


def parts(x: Decimal, *lowest: int) -> list[float]:
    """`x` as a sum of multiples of 2^lowest, one for each of `lowest`, and a double."""
    rest, found = Fraction(x), []
    for bit in lowest:
        found.append(double(Fraction(round(rest * 2**-bit)) / 2**-bit))
        rest -= Fraction(found[-1])
    return found + [double(rest)]


def pair(x: Decimal) -> list[float]:
    """`x` as a double and the rest."""
    high = double(x)
    return [high, double(Fraction(x) - Fraction(high))]


def row(numbers: list[float]) -> str:
    return "{" + ", ".join(number.hex() for number in numbers) + "}"


def table(comment: str, name: str, width: int, rows: list[list[float]]) -> str:
    lines = ",\n".join("  " + row(numbers) for numbers in rows)
    return f"/// {comment}\nstatic const double {name}[{len(rows)}][{width}] = {{\n{lines},\n}};\n"


def constant(comment: str, name: str, numbers: list[float]) -> str:
    return f"/// {comment}\nstatic const double {name}[{len(numbers)}] = {row(numbers)};\n"


def logarithms() -> list[list[float]]:
    """For each of 128 intervals of 0.6875 ..< 1.375: a reciprocal in multiples of 2^-12, and minus its logarithm."""
    rows = []
    for i in range(128):
        # The intervals above 1 are 2^-7 wide, those below 2^-8.
        low = Fraction(11, 16) + Fraction(i, 256) if i < 80 else 1 + Fraction(i - 80, 128)
        width = Fraction(1, 256) if i < 80 else Fraction(1, 128)
        # Around 1 the logarithm must be small itself.
        reciprocal = Fraction(1) if i in (79, 80) else Fraction(round(2**12 / (low + width / 2)), 2**12)
        exact = Decimal(reciprocal.numerator) / Decimal(reciprocal.denominator)
        rows.append([float(reciprocal)] + parts(-exact.ln(), -42))
    return rows


def text() -> str:
    third = Decimal(1) / 3
    pieces = [
        "// Made by Scripts/make_math_tables.py.\n#ifndef DETOUR_MATH_TABLES_H\n#define DETOUR_MATH_TABLES_H\n",
        table(
            "Reciprocals r of 128 intervals, and −ln r: a multiple of 2⁻⁴² and the rest.",
            "logarithm_table", 3, logarithms()),
        constant("ln 2: a multiple of 2⁻⁴² and the rest.", "ln2_parts", parts(LN2, -42)),
        constant("ln 2 ÷ 128: multiples of 2⁻⁴⁰ and 2⁻⁷³, and the rest.", "ln2_128th", parts(LN2 / 128, -40, -73)),
        constant("128 ÷ ln 2.", "per_ln2", [double(128 / LN2)]),
        constant("ln 2.", "ln2_pair", pair(LN2)),
        constant("1 ÷ ln 2.", "log2_e", pair(1 / LN2)),
        constant("1 ÷ ln 10.", "log10_e", pair(1 / Decimal(10).ln())),
        constant("1 ÷ 3.", "third_pair", pair(third)),
        table("2^(i ÷ 128).", "power_table", 2, [pair((LN2 * i / 128).exp()) for i in range(128)]),
        constant("π ÷ 128: multiples of 2⁻³⁷ and 2⁻⁶⁹, and the rest.", "pi_128th", parts(PI / 128, -37, -69)),
        constant("128 ÷ π.", "per_pi", [double(128 / PI)]),
        table(
            "sin(π × i ÷ 128).", "sine_table", 2,
            [pair(sine(PI * i / 128)) if i % 128 else [0.0, 0.0] for i in range(256)]),
        table("arctan(i ÷ 64).", "arctangent_table", 2, [pair(arctangent(Decimal(i) / 64)) for i in range(65)]),
        constant("π.", "pi_pair", pair(PI)),
        "#endif\n",
    ]
    return "\n".join(pieces)


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        if PATH.read_text(encoding="utf-8") != text():
            print(f"{PATH.name} is not what Scripts/make_math_tables.py writes", file=sys.stderr)
            return 1
        return 0
    PATH.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
