import Statistics

extension Purpose {
  /// Whether a passenger takes the ride that was found, keyed (request, cycle, attempt).
  static var choice: Self { Self(rawValue: 1670) }
  /// The duration and the cost of a passenger's alternative, keyed by the request.
  static var alternative: Self { Self(rawValue: 1671) }
}
