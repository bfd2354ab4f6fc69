public import Quantities

extension Law {
  /// Draws a time span from a law in seconds, rounded to milliseconds; at most some thirty years.
  public func span(_ generator: inout KeyedGenerator) -> Milliseconds {
    Milliseconds(seconds: min(draw(&generator), 1e9))
  }
}
