public import Lifecycle
public import Spaces

/// The cause for which an attempt failed, a request left, or a row was refused: the one list of all causes.
///
/// The raw value is the name in the files.
public enum Cause: String, RequestCause, CaseIterable {
  // Nobody was there to be asked.
  case noDriver = "no_driver"
  // The stage at which the funnel reached zero, which says what that means.
  case noDriverInRadius = "no_driver_in_radius"
  case noneOnRoute = "none_on_route"
  case noSeats = "no_seats"
  case preferences
  case limits
  // What a decision over several requests left.
  case unassigned = "unassigned"
  // What became of an offer.
  case declined
  case lapsed
  case withdrawn
  // Why a request left.
  case patience
  case cancelledAfterMatch = "cancelled_after_match"
  // Where platform services stand in the way.
  case notVerified = "not_verified"
  case nonePublished = "none_published"
  case tooFar = "too_far"
  case tooDear = "too_dear"
  case noFunds = "no_funds"
  case undelivered
  case unanswered
  case noShow = "no_show"
  case calledOff = "called_off"
  case leftService = "left_service"
  case noAccount = "no_account"
  case outage
  // Why a row takes no part in the run.
  case offNetwork = "off_network"
  case unknownNode = "unknown_node"
  case outsideSpace = "outside_space"
  case tooLong = "too_long"
  case unreachable
  case sameEnds = "same_ends"
  case badWindow = "bad_window"

  /// The meaning of the cause, in one sentence; nil where it is that of a stage, which says it.
  public var ownMeaning: String? {
    switch self {
    case .noDriverInRadius, .noneOnRoute, .noSeats, .preferences, .limits: nil
    case .noDriver: "no driver was available: none was announced or on the road, or all were being asked"
    case .unassigned:
      "the available drivers went to other requests decided at the same time"
    case .declined: "the driver said no to the offer"
    case .lapsed: "when the driver said yes, no pair of stops kept every limit any more"
    case .withdrawn: "the passenger left while the offer was open"
    case .patience: "the passenger's patience ran out"
    case .cancelledAfterMatch: "the passenger cancelled after a driver had agreed to come"
    case .notVerified: "the passenger's identity was not verified yet"
    case .nonePublished: "no published trip was under way in the passenger's window"
    case .tooFar:
      "no published trip had a stop near enough to the origin and a later one near enough to the destination"
    case .tooDear: "every seat cost more than the passenger's means"
    case .noFunds: "the passenger's wallet held less than the price"
    case .undelivered: "the message did not reach the other side's phone in time"
    case .unanswered: "the driver had the offer, and no answer came in time"
    case .calledOff: "the passenger called the booking off"
    case .noShow: "the passenger was not at the stop"
    case .leftService: "the person had left the service and made no request"
    case .noAccount: "the person had no account with the service and made no request"
    case .outage: "the service was out when the passenger called"
    case .offNetwork: EndCause.offNetwork.meaning
    case .unknownNode: EndCause.unknownNode.meaning
    case .outsideSpace: EndCause.outsideSpace.meaning
    case .tooLong: EndCause.tooLong.meaning
    case .unreachable: EndCause.unreachable.meaning
    case .sameEnds: EndCause.sameEnds.meaning
    case .badWindow: "a time window closes before it opens, or before the trip can be made"
    }
  }
}

extension Cause {
  /// The cause of a row whose end, or whose trip, cannot serve.
  public init(_ cause: EndCause) {
    self =
      switch cause {
      case .offNetwork: .offNetwork
      case .unknownNode: .unknownNode
      case .outsideSpace: .outsideSpace
      case .tooLong: .tooLong
      case .unreachable: .unreachable
      case .sameEnds: .sameEnds
      }
  }
}
