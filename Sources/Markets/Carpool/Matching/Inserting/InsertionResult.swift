public import Quantities

/// The result of a search over one driver's pairs of stops.
public struct InsertionResult: Sendable {
  /// The best feasible pair; nil if there is none.
  public var best: Insertion?
  /// The departure with that pair, the latest possible one, for a driver with a flexible departure who has
  /// not left.
  public var departure = Milliseconds.zero
  /// The share of the stated preferences that are met, both sides; 1 if none is stated.
  public var agreement = 1.0
  /// The value of the best pair by the objective of the terms, for comparing drivers: lower is better; the greatest
  /// number if no pair is feasible.
  public var value = Int64.max
  /// The cost of the best pair, weighted milliseconds: lower is better; 0 if no pair is feasible.
  public var cost: Int64 = 0
  /// If no pair is feasible, the first limit violated by the pair of least added driving time, and that driving
  /// time.
  public var bindingLimit: Limit?
  public var nearestMiss: Milliseconds = .never
  /// The value of that pair compared with the limit, and the greatest value allowed.
  public var missedValue = 0.0
  public var missedBound = 0.0
}
