import Community
import Tables

extension CSVReader {
  /// The amount of money in `column`, in smallest units of `currency`, nil where the field is empty; zero and a fault
  /// where it is none, below zero, beyond the greatest, or finer than the currency.
  mutating func amount(_ column: CSVOptionalColumn, of currency: Currency) -> Int64? {
    guard let text = string(column) else { return nil }
    if let amount = currency.amount(in: text) { return amount }
    recordValue(column, expected: .amount(of: currency))
    return 0
  }

  /// The amount of money in `column`; zero and a fault where there is none.
  mutating func amount(_ column: CSVColumn, of currency: Currency) -> Int64 {
    if let amount = currency.amount(in: string(column)) { return amount }
    recordValue(column, expected: .amount(of: currency))
    return 0
  }
}

extension Currency {
  /// The amount that a field of a table says; nil where it is none that anybody may name.
  fileprivate func amount(in text: String) -> Int64? {
    parse(text.trimmingBlanks).flatMap { (0...greatest).contains($0) ? $0 : nil }
  }
}

extension TableError.Expectation {
  fileprivate static func amount(of currency: Currency) -> Self {
    .other(
      "an amount of \(currency.code) from 0 to \(currency.greatest / currency.scale)"
        + (currency.decimals == 0 ? " without decimals" : " with at most \(currency.decimals) decimals"))
  }
}

extension String {
  /// Without the blanks around it.
  var trimmingBlanks: Substring {
    let start = self.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start }
    return start[...end]
  }
}
