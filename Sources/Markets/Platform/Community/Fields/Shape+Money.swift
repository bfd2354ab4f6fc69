import JSON5
package import Scenario

extension Shape<Int64> {
  /// Returns the shape of an amount of money: a number of units of `currency` with at most as many decimals as it
  /// has, read as smallest units.
  package static func amount(
    of currency: Currency, _ interval: Interval<Double> = .from(0, to: 1e9)
  ) -> Self {
    let number = Shape<Double>.number(interval, currency.code)
    let decimals = "with at most \(currency.decimals) decimals"
    return Shape(
      declaration: number.declaration,
      read: { node, path, faults in
        guard let value = number.read(node, path, &faults) else { return nil }
        if let amount = currency.parse(JSON.shortest(value)) { return amount }
        let expected = number.declaration.words + ", " + decimals
        faults.add(.outOfRange(found: node.shown, expected: expected), at: path, node.origin)
        return nil
      },
      write: { amount, _ in .number(Double(amount) / Double(currency.scale)) })
  }
}
