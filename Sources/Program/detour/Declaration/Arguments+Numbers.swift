extension Arguments {
  /// Returns the value of `name` as an unsigned 64-bit integer.
  ///
  /// - Throws: `UsageError` if it is not one.
  func unsigned(_ name: String) throws(UsageError) -> UInt64? {
    guard let text = value(name) else { return nil }
    guard let number = UInt64(text) else {
      throw command.misuse("\(name) \(text): give a whole number from 0 to \(UInt64.max)")
    }
    return number
  }

  /// Returns the value of `name` as an integer in `range`.
  ///
  /// - Throws: `UsageError` if it is not one.
  func count(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw command.misuse(
        "\(name) \(text): give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the value of `name`, or its default, as a non-negative integer.
  ///
  /// - Throws: `UsageError` if it is not one.
  func wholeOrStandard(_ name: String) throws(UsageError) -> Int {
    if let number = try unsigned(name) { return Int(clamping: number) }
    guard let number = Int(valueOrStandard(name)) else {
      preconditionFailure("\(name): a standard that is no number")
    }
    return number
  }

  /// Returns the value of `name` as a finite number.
  ///
  /// - Throws: `UsageError` if it is not one.
  func number(_ name: String) throws(UsageError) -> Double? {
    value(name) == nil ? nil : try numberOrStandard(name)
  }

  /// Returns the value of `name`, or its default, as a finite number.
  ///
  /// - Throws: `UsageError` if it is not one.
  func numberOrStandard(_ name: String) throws(UsageError) -> Double {
    let text = valueOrStandard(name)
    guard let number = Double(text), number.isFinite else {
      throw command.misuse("\(name) \(text): give a number")
    }
    return number
  }
}
