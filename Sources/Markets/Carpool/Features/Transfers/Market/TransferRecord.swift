public import Matching
public import Quantities
public import Travellers

/// A search for a transfer, and its result.
public struct TransferRecord: Sendable {
  /// The index of the search among all attempts of the run.
  public var attempt: Int
  public var finding: TransferFinding
  public var fate = TransferFate.none
  /// The times at which the passenger alighted and boarded at the transfer place; nil for events that did not happen.
  public var dropoff: Milliseconds?
  public var pickup: Milliseconds?
  /// The driver of the second ride: the planned second driver or a replacement; `.none` if there was no second ride.
  public var onward = DriverIndex.none
}

/// The outcome of a transfer; the raw value is the name in transfers.csv.
public enum TransferFate: String, CaseIterable, Sendable {
  /// No transfer was found.
  case none
  /// A transfer was found, but not agreed.
  case notAgreed = "not_agreed"
  /// The transfer was agreed, and was still in progress at the end of the run.
  case agreed
  /// The passenger transferred as agreed.
  case transferred
  /// The transfer was cancelled before the passenger was picked up.
  case cancelledByPassenger = "cancelled_by_passenger"
  case cancelledByFirst = "cancelled_by_first"
  case cancelledBySecond = "cancelled_by_second"
  /// The second driver cancelled while the passenger was under way, and another driver took the passenger.
  case rematched
  /// The second driver cancelled while the passenger was under way, and no other driver took the passenger.
  case stranded
}
