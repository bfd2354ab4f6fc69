public import Quantities

/// The result of a search over the pairs of stops of one driver.
public struct InsertionResult: Sendable {
  /// The best feasible pair; nil where no pair is feasible.
  public var best: Insertion?
  /// The departure that it is made with, the latest one, of a driver who has not left and may choose.
  public var departure = Milliseconds.zero
  /// The share of the stated wishes that are met, both sides; 1 if none is stated.
  public var agreement = 1.0
  /// The value of the best pair by the objective of the terms, which compares drivers: lower wins; the greatest number
  /// where no pair is feasible.
  public var value = Int64.max
  /// The cost of the best pair, weighted milliseconds: lower wins; 0 where no pair is feasible.
  public var cost: Int64 = 0
  /// The limit that the pair of least added driving time broke first where no pair is feasible, and its driving time.
  public var bindingLimit: Limit?
  public var nearestMiss: Milliseconds = .never
  /// The margin by which that limit was missed: the value that the pair would have had, and the largest allowed.
  public var missedValue = 0.0
  public var missedBound = 0.0
}
