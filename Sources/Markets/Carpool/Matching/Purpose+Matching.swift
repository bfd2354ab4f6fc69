import Statistics

extension Purpose {
  /// A policy's choice among candidates, keyed by (request, cycle, attempt).
  static var choice: Self { Self(rawValue: 40) }
  /// A policy's joint decision for a window, keyed by the end of the window.
  static var window: Self { Self(rawValue: 41) }
}
