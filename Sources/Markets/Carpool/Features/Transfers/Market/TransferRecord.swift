public import Matching
public import Quantities
public import Travellers

/// A search for a transfer, and what came of it.
public struct TransferRecord: Sendable {
  /// The place of the search among all attempts of the run.
  public var attempt: Int
  public var finding: TransferFinding
  public var fate = TransferFate.none
  /// The times at which the passenger got off at the place and on again; nil if that did not happen.
  public var dropoff: Milliseconds?
  public var pickup: Milliseconds?
  /// The driver of the onward ride: the second one, or another who took the passenger on instead; `.none` if nobody did.
  public var onward = DriverIndex.none
}

/// The fate of a transfer; the raw value is the name in transfers.csv.
public enum TransferFate: String, CaseIterable, Sendable {
  /// Nobody was found.
  case none
  /// The drivers were asked, and it was not agreed.
  case notAgreed = "not_agreed"
  /// It was agreed, and had not come to its end when the run ended.
  case agreed
  /// The passenger transferred as agreed.
  case transferred
  /// It was called off before the passenger was picked up.
  case cancelledByPassenger = "cancelled_by_passenger"
  case cancelledByFirst = "cancelled_by_first"
  case cancelledBySecond = "cancelled_by_second"
  /// The second driver cancelled when the passenger was on the way, and another one took the passenger on.
  case rematched
  /// Likewise, and nobody else did.
  case stranded
}
