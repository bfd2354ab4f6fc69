public import Lifecycle
public import Spaces

/// The cause of a failed attempt, of the end of a request, or of a rejected row.
///
/// The raw value is the name in the files.
public enum Cause: String, RequestCause, CaseIterable {
  // No driver was available.
  case noDriver = "no_driver"
  // The stage at which the funnel reached zero; the meaning is defined there.
  case noDriverInRadius = "no_driver_in_radius"
  case noneOnRoute = "none_on_route"
  case noSeats = "no_seats"
  case preferences
  case limits
  // Left over by a decision on several requests.
  case unassigned = "unassigned"
  // The outcome of an offer.
  case choice
  case declined
  case lapsed
  case withdrawn
  // The reason a request left.
  case patience
  case cancelledAfterMatch = "cancelled_after_match"
  // Obstacles of platform services.
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
  // The reason a row takes no part in the run.
  case offNetwork = "off_network"
  case unknownNode = "unknown_node"
  case outsideSpace = "outside_space"
  case tooLong = "too_long"
  case unreachable
  case sameEnds = "same_ends"
  case badWindow = "bad_window"

  /// A one-sentence description of the cause; nil for a stage's cause, which is described by the stage.
  public var ownMeaning: String? {
    switch self {
    case .noDriverInRadius, .noneOnRoute, .noSeats, .preferences, .limits: nil
    case .noDriver: "no driver was available: none was announced or on the road, or all had pending offers"
    case .unassigned:
      "the available drivers were assigned to other requests decided at the same time"
    case .choice: "the passenger preferred the alternative to the ride"
    case .declined: "the driver declined the offer"
    case .lapsed: "no pair of stops respected all limits any more when the driver accepted"
    case .withdrawn: "the passenger left while the offer was open"
    case .patience: "the passenger's patience ran out"
    case .cancelledAfterMatch: "the passenger cancelled after a driver had agreed to come"
    case .notVerified: "the passenger's identity was not verified yet"
    case .nonePublished: "no published trip was under way in the passenger's window"
    case .tooFar:
      "no published trip had a stop near enough to the origin and a later one near enough to the destination"
    case .tooDear: "every seat cost more than the passenger's maximum price"
    case .noFunds: "the passenger's wallet held less than the price"
    case .undelivered: "the message did not reach the other side's phone in time"
    case .unanswered: "the driver read the offer, but no answer arrived in time"
    case .calledOff: "the passenger cancelled the booking"
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
  /// Creates the cause of rejecting a row with an unusable origin, destination or trip.
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
