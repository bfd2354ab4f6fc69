public import Quantities
import Spaces
public import Travellers

/// The seat that a passenger looks for on the board: where from and where to, when, with what, for how much.
public struct BoardQuery: Equatable, Sendable {
  public var origin: Position
  public var destination: Position
  /// The time at which the passenger wants to leave, both ends included; with `isByArrival`, to arrive.
  public var earliest: Milliseconds
  public var latest: Milliseconds
  public var isByArrival: Bool
  /// The distance that the passenger walks to a stop, and from one, as the crow flies.
  public var access: Metres
  public var egress: Metres
  /// Seats.
  public var partySize: Int16
  /// Pieces.
  public var luggage: Int16
  /// The most that a seat may cost, in the smallest unit of money; the greatest number for any price.
  public var means: Int64
  /// The most that the party can pay, in the smallest unit of money; the greatest number for any price.
  public var funds: Int64
  /// Now: a stop that the passenger, who is at the origin, cannot walk to before its time is no choice.
  public var notBefore: Milliseconds

  /// Creates what a passenger who leaves between `earliest` and `latest` looks for.
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

  /// The query of the party of `request` by `seek` at the time `now`, with `funds` to pay from.
  public init(_ request: Request, _ seek: Seek, at now: Milliseconds, funds: Int64 = .max) {
    self.init(
      origin: request.origin.position, destination: request.destination.position, earliest: seek.earliest,
      latest: seek.latest, isByArrival: seek.isByArrival, access: seek.access, egress: seek.egress,
      partySize: request.partySize, luggage: request.luggage, means: seek.means, funds: funds, notBefore: now)
  }

  /// Tells whether `time` lies in the window.
  func isInWindow(_ time: Milliseconds) -> Bool { time >= earliest && time <= latest }

  /// Tells whether a trip from `start` to `end` is under way at some time of the window.
  func meets(from start: Milliseconds, to end: Milliseconds) -> Bool {
    earliest <= latest && start <= latest && end >= earliest
  }
}
