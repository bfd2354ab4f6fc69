import Statistics

extension Purpose {
  /// A policy's choice among candidates, keyed (request, cycle, attempt).
  static var choice: Self { Self(rawValue: 40) }
}
