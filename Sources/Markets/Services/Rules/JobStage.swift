public import Lifecycle

/// The stages that a provider has to pass to get a job, in sequence; columns, causes and texts are derived from this
/// list.
public enum JobStage: Int, FunnelStage {
  case offer
  case area
  case hours
  case budget
  case rating
  case freeTime
  case credit

  public var words: StageWords<JobCause> {
    switch self {
    case .offer:
      StageWords(
        name: "offer", cause: .notOffered, column: "offering",
        count: "Validated providers who offer the category and the task, except those who declined.",
        meaning: "The provider is validated and offers the category and the task.", left: "offering it",
        nobody: "no validated provider offered the category and the task",
        remedy: "more providers of the category, or a shorter validation delay")
    case .area:
      StageWords(
        name: "area", cause: .outOfArea, column: "in_area",
        count: "The number of these whose area contains the place, within the search radius of their base.",
        meaning: "The area contains the place, within the search radius of the base.",
        left: "whose area contains it",
        nobody: "the place was outside the areas of all providers of the task",
        remedy: "a larger matching.radius_m, or larger areas")
    case .hours:
      StageWords(
        name: "hours", cause: .outsideHours, column: "in_hours",
        count: "The number of these who work long enough without interruption in the window.",
        meaning: "The working hours contain an uninterrupted period of the estimated duration in the window.",
        left: "working then",
        nobody: "none of the remaining providers worked long enough without interruption in the window",
        remedy: "wider windows, or longer working hours")
    case .budget:
      StageWords(
        name: "budget", cause: .overBudget, column: "within_budget",
        count: "The number of these whose price for the estimated hours is within the budget.",
        meaning: "The price for the estimated hours is within the budget.", left: "within the budget",
        nobody: "all remaining providers charged more than the budget",
        remedy: "larger budgets, or lower prices")
    case .rating:
      StageWords(
        name: "rating", cause: .rating, column: "well_rated",
        count: "The number of these with at least the minimum rating.",
        meaning: "The rating shown is at least the minimum required by the client.",
        left: "with the required rating",
        nobody: "none of the remaining providers had the rating that the client requires",
        remedy: "lower minimum ratings")
    case .freeTime:
      StageWords(
        name: "free_time", cause: .noFreeTime, column: "with_free_time",
        count: "The number of these with a gap in the calendar for the job and the travel to and from it.",
        meaning: "The calendar has a gap for the job and the travel to and from it.",
        left: "with time for it",
        nobody: "none of the remaining providers had a gap in the calendar for the job and the travel",
        remedy: "wider windows, more providers, a larger matching.book_ahead_s, or matching.waiting_list")
    case .credit:
      StageWords(
        name: "credit", cause: .noCredit, column: "with_credit",
        count: "The number of these whom the client can pay without falling below the minimum balance.",
        meaning: "The client's balance after paying is at least the minimum.",
        left: "that the client can pay",
        nobody: "the client's balance would have fallen below the minimum",
        remedy: "a lower settlement.credit_floor_s, or a larger settlement.start_s")
    }
  }

}

/// The cause of a failed attempt, of the end of a job, or of a refused row.
///
/// The raw value is the name in result files.
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

/// The outcome of a job; the raw value is the name in jobs.csv.
public enum JobOutcome: String, CaseIterable, Sendable {
  case done
  case unmatched
  case cancelledByClient = "cancelled_by_client"
  case cancelledByProvider = "cancelled_by_provider"
  case clientAbsent = "client_absent"
  case clientLeft = "client_left"
  case inProgress = "in_progress"
  case notSubmitted = "not_submitted"
  case refusedInput = "refused_input"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"

  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .done: "the work was done"
    case .unmatched: "no provider was found and the client gave up"
    case .cancelledByClient: "the client left before a confirmation, or cancelled the appointment"
    case .cancelledByProvider: "a provider cancelled or did not come, and no other was found"
    case .clientAbsent: "the provider was on time, and the client was absent"
    case .clientLeft: "the provider was so late that the client had left"
    case .inProgress: "the run ended before the job was settled"
    case .notSubmitted: "the client had left the service and requested nothing"
    case .refusedInput: "the row is excluded from the run"
    case .probeHit: "a probe that found a provider"
    case .probeMiss: "a probe without a candidate"
    }
  }
}

extension JobOutcome: RequestEnding {
  public static var cancelledByRequester: Self { .cancelledByClient }
}
