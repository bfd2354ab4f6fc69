import Statistics

extension Purpose {
  /// The points sampled by a search around a point, keyed by (point, number).
  static var searchedPoint: Self { Self(rawValue: 1700) }
}
