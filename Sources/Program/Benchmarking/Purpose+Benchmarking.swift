import Statistics

extension Purpose {
  /// The random order of two programs; one stream per series, without a key.
  static var order: Self { Self(rawValue: 610) }
}
