import Statistics

extension Purpose {
  /// Whether a passenger accepts the ride found, keyed by (request, cycle, attempt).
  static var choice: Self { Self(rawValue: 1670) }
  /// The duration and the cost of a passenger's alternative, keyed by the request.
  static var alternative: Self { Self(rawValue: 1671) }
}
