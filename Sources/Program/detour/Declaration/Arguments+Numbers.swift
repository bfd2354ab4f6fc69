extension Arguments {
  /// The value of `name` as a whole number of 64 bits.
  ///
  /// - Throws: `UsageError` where something else was given.
  func unsigned(_ name: String) throws(UsageError) -> UInt64? {
    guard let text = value(name) else { return nil }
    guard let number = UInt64(text) else {
      throw command.misuse("\(name) \(text): give a whole number from 0 to \(UInt64.max)")
    }
    return number
  }

  /// The value of `name` as a whole number of `range`.
  ///
  /// - Throws: `UsageError` where something else was given.
  func count(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw command.misuse(
        "\(name) \(text): give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The value of `name`, or else its standard, as a whole number from 0.
  ///
  /// - Throws: `UsageError` where something else was given.
  func wholeOrStandard(_ name: String) throws(UsageError) -> Int {
    if let number = try unsigned(name) { return Int(clamping: number) }
    guard let number = Int(valueOrStandard(name)) else {
      preconditionFailure("\(name): a standard that is no number")
    }
    return number
  }

  /// The value of `name` as a finite number.
  ///
  /// - Throws: `UsageError` where something else was given.
  func number(_ name: String) throws(UsageError) -> Double? {
    value(name) == nil ? nil : try numberOrStandard(name)
  }

  /// The value of `name`, or else its standard, as a finite number.
  ///
  /// - Throws: `UsageError` where something else was given.
  func numberOrStandard(_ name: String) throws(UsageError) -> Double {
    let text = valueOrStandard(name)
    guard let number = Double(text), number.isFinite else {
      throw command.misuse("\(name) \(text): give a number")
    }
    return number
  }
}
