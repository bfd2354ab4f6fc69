public import Lifecycle

/// The reason an attempt failed, a job ended, or a row was refused: the list of all causes.
///
/// The raw value is the name in the files.
public enum JobCause: String, CaseIterable, Sendable {
  // The stage at which the funnel reached zero, which says what that means.
  case notOffered = "not_offered"
  case outOfArea = "out_of_area"
  case outsideHours = "outside_hours"
  case overBudget = "over_budget"
  case rating
  case noFreeTime = "no_free_time"
  case noCredit = "no_credit"
  // The end of an offer.
  case declined
  case withdrawn
  case undelivered
  case unanswered
  // Why a job ended.
  case patience
  case calledOff = "called_off"
  case noShow = "no_show"
  case lateness
  case accountClosed = "account_closed"
  case leftService = "left_service"
  case clientUnverified = "client_unverified"
  case outage
  // Why a row takes no part in the run.
  case offNetwork = "off_network"
  case outsideSpace = "outside_space"
  case unknownNode = "unknown_node"
  case unreachable
  case badWindow = "bad_window"

  /// The meaning of the cause, in one sentence.
  public var meaning: String {
    switch self {
    case .notOffered, .outOfArea, .outsideHours, .overBudget, .rating, .noFreeTime, .noCredit:
      JobStage.allCases.first { $0.cause == self }?.nobody ?? rawValue
    case .declined: "the provider declined, or answered too late"
    case .withdrawn: "the client left while the offer was open"
    case .undelivered: "the request never arrived, or the offer did not arrive in time"
    case .unanswered: "the provider read the offer, but no answer arrived in time"
    case .patience: "the client's patience ran out before a confirmation"
    case .calledOff:
      "the client cancelled the appointment before its start, or closed the account while the job was open"
    case .noShow: "the client was absent when the provider arrived"
    case .lateness: "the provider was so late that the client had left"
    case .accountClosed:
      "the provider who received the offer, or the member who would have requested the job, had closed the account"
    case .leftService: "the client had left the service and requested nothing"
    case .clientUnverified: "the service refused the identity of the client"
    case .outage: "the service was out when the client called"
    case .offNetwork: "the place lies farther from the nearest node than the snap distance"
    case .outsideSpace: "the place lies outside the space"
    case .unknownNode: "the place is a node that is not in the network"
    case .unreachable: "no route connects the place with the rest of the network"
    case .badWindow: "the window closes before it opens, or before the job is submitted"
    }
  }
}

extension JobCause: RequestCause {}
