import Statistics

extension Purpose {
  /// A policy's choice among candidates, keyed (request, cycle, attempt).
  static var choice: Self { Self(rawValue: 40) }
  /// A policy's decision of a window, keyed (end of the window).
  static var window: Self { Self(rawValue: 41) }
}
