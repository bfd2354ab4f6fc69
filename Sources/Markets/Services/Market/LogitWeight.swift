import Foundation

/// How likely a client takes somebody, in proportion (McFadden 1974, "Conditional logit analysis of qualitative choice
/// behavior").
enum LogitWeight {
  /// exp(−`score` ÷ `scale`), both in milliseconds.
  static func of(score: Int64, scale: Int64) -> Double { exp(-Double(score) / Double(scale)) }
}
