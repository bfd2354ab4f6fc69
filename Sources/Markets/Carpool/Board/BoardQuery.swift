public import Quantities
import Spaces
public import Travellers

/// A passenger's search on the board: places, time window, party and budget.
public struct BoardQuery: Equatable, Sendable {
  public var origin: Position
  public var destination: Position
  /// The desired departure window, inclusive; with `isByArrival`, the arrival window.
  public var earliest: Milliseconds
  public var latest: Milliseconds
  public var isByArrival: Bool
  /// The maximum straight-line walking distance to a stop, and from one.
  public var access: Metres
  public var egress: Metres
  /// The number of seats.
  public var partySize: Int16
  /// The number of pieces of luggage.
  public var luggage: Int16
  /// The maximum price of a seat, in the smallest currency unit; the greatest number: any price.
  public var means: Int64
  /// The maximum amount that the party can pay, in the smallest currency unit; the greatest number: any
  /// amount.
  public var funds: Int64
  /// The current time: stops that the passenger, at the origin now, cannot reach on foot in time are
  /// excluded.
  public var notBefore: Milliseconds

  /// Creates the query of a passenger who leaves between `earliest` and `latest`.
  public init(
    origin: Position, destination: Position, earliest: Milliseconds, latest: Milliseconds,
    isByArrival: Bool = false, access: Metres, egress: Metres, partySize: Int16 = 1, luggage: Int16 = 0,
    means: Int64 = .max, funds: Int64 = .max, notBefore: Milliseconds = Milliseconds(.min)
  ) {
    self.origin = origin
    self.destination = destination
    self.earliest = earliest
    self.latest = latest
    self.isByArrival = isByArrival
    self.access = access
    self.egress = egress
    self.partySize = partySize
    self.luggage = luggage
    self.means = means
    self.funds = funds
    self.notBefore = notBefore
  }

  /// Creates the query of the party of `request` by `seek` at the time `now`, with `funds` to pay from.
  public init(_ request: Request, _ seek: Seek, at now: Milliseconds, funds: Int64 = .max) {
    self.init(
      origin: request.origin.position, destination: request.destination.position, earliest: seek.earliest,
      latest: seek.latest, isByArrival: seek.isByArrival, access: seek.access, egress: seek.egress,
      partySize: request.partySize, luggage: request.luggage, means: seek.means, funds: funds, notBefore: now)
  }

  /// Returns whether `time` lies in the window.
  func isInWindow(_ time: Milliseconds) -> Bool { time >= earliest && time <= latest }

  /// Returns whether a trip from `start` to `end` is under way at some time of the window.
  func meets(from start: Milliseconds, to end: Milliseconds) -> Bool {
    earliest <= latest && start <= latest && end >= earliest
  }
}
