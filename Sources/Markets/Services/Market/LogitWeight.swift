import Foundation

/// The weight with which a client chooses a candidate (McFadden 1974, "Conditional logit analysis of qualitative
/// choice behavior").
enum LogitWeight {
  /// exp(−`score` ÷ `scale`), both in milliseconds.
  static func of(score: Int64, scale: Int64) -> Double { exp(-Double(score) / Double(scale)) }
}
