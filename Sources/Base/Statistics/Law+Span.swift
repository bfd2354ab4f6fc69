public import Quantities

extension Law {
  /// A draw of a span by a law in seconds, rounded to milliseconds; some thirty years at most.
  public func span(_ generator: inout KeyedGenerator) -> Milliseconds {
    Milliseconds(seconds: min(draw(&generator), 1e9))
  }
}
