package import Statistics

extension Purpose {
  /// The increments of the hold model.
  package static var holds: Self { Self(rawValue: 601) }
  /// The positions of travellers.
  package static var places: Self { Self(rawValue: 602) }
}
