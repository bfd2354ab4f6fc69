package import Statistics

extension Purpose {
  /// The number of requests, or of sign-ups, in a time span.
  package static var requestCount: Self { Self(rawValue: 210) }
}
