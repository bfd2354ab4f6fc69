import Community
import Tables

extension CSVReader {
  /// Returns the amount in `column`, in the smallest units of `currency`, nil if the field is empty; zero, with a
  /// fault, if it is not an amount, negative, too large, or finer than the currency.
  mutating func amount(_ column: CSVOptionalColumn, of currency: Currency) -> Int64? {
    guard let text = string(column) else { return nil }
    if let amount = currency.amount(in: text) { return amount }
    recordValue(column, expected: .amount(of: currency))
    return 0
  }

  /// Returns the amount in `column`; zero, with a fault, if it is not one.
  mutating func amount(_ column: CSVColumn, of currency: Currency) -> Int64 {
    if let amount = currency.amount(in: string(column)) { return amount }
    recordValue(column, expected: .amount(of: currency))
    return 0
  }
}

extension Currency {
  /// Returns the amount in a table field; nil if it is not an allowed one.
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
  /// The text without surrounding blanks.
  var trimmingBlanks: Substring {
    let start = self.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start }
    return start[...end]
  }
}
