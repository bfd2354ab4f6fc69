import Community
import Hindsight
import Simulation
import Travellers

/// A feature that a scenario may have besides drivers and requests. Runs without it have no figures for it.
enum CarpoolFeature: CaseIterable, Sendable {
  case board
  case verification
  case applications
  case moderation
  case money
  case priceCap
  case outages
  case channel
  case churn
  case batch
  case hindsight
  case walking
  case transfer
  case cancelling
  case mapCalls
  case history
  case invitations
  case flexibleDrivers
  case flexibleRequests
  case announcedRequests
  case provisional
  case roles
  case oneRider
  case insertion
  case choice
  case choicePrice
  case sharedStops

  /// The scenario member that enables the feature, with its enclosing members; for fields with named values, followed
  /// by one of these.
  var member: [String] {
    switch self {
    case .board: ["board"]
    case .verification: ["verification"]
    case .applications: ["verification", "applications"]
    case .moderation: ["ratings", "moderation"]
    case .money: ["money"]
    case .priceCap: ["money", "cap"]
    case .outages: ["channel", "outages"]
    case .channel: ["channel"]
    case .churn: ["users", "churn"]
    case .batch: ["matching", "batch"]
    case .hindsight: ["results", "hindsight"]
    case .walking: ["matching", "walk_m"]
    case .transfer: ["matching", "transfer"]
    case .cancelling: ["demand", "cancel_probability"]
    case .mapCalls: ["results", "map_calls"]
    case .history: ["users", "history_share"]
    case .invitations: ["friends", "invitations"]
    case .flexibleDrivers: ["supply", "flexibility_s"]
    case .flexibleRequests: ["demand", "flexibility_s"]
    case .announcedRequests: ["demand", "lead_s"]
    case .provisional: ["matching", "batch", "commit"]
    case .roles: ["demand", "car_share"]
    case .oneRider: ["matching", "batch", "riders"]
    case .insertion: ["matching", "policy", "insertion"]
    case .choice: ["demand", "choice"]
    case .choicePrice: ["demand", "choice", "weights", "price"]
    case .sharedStops: ["matching", "stops", "shared"]
    }
  }
}

extension CarpoolRun {
  /// The features of the run's scenario.
  var features: Set<CarpoolFeature> {
    let society = records.society?.setup
    return Set(
      CarpoolFeature.allCases.filter { feature in
        switch feature {
        case .board: hasBoard
        case .verification: society?.verification != nil
        case .applications: hasApplications
        case .moderation: hasModeration
        case .money: hasMoney
        case .priceCap: society?.money?.cap != nil
        case .outages: records.outages != nil
        case .channel: society?.channel != nil
        case .churn: society?.churn != nil
        case .batch: records.batch != nil
        case .hindsight: hindsight != nil
        case .walking: hasWalking
        case .transfer: hasTransfers
        case .cancelling: hasCancellations
        case .mapCalls: mapCalls != nil
        case .history: hasHistory
        case .invitations: hasInvitations
        case .flexibleDrivers, .flexibleRequests, .announcedRequests: slack.contains(feature)
        case .provisional: hasProvisional
        case .roles: hasRoles
        case .oneRider: hindsight?.announced != nil
        case .insertion: decidesByInsertion
        case .choice: hasChoice
        case .choicePrice: records.choices?.setup.hasPrice == true
        case .sharedStops: sharesStops
        }
      })
  }
}

extension Cause {
  /// The features that can cause it; any of them suffices. If empty, it can always occur.
  var features: Set<CarpoolFeature> {
    switch self {
    case .notVerified: [.verification]
    case .nonePublished, .tooFar, .tooDear, .noShow, .calledOff: [.board]
    case .noFunds: [.money]
    case .undelivered: [.channel]
    case .unanswered: [.board, .channel]
    case .leftService: [.churn]
    case .noAccount: [.invitations]
    case .outage: [.outages]
    case .unassigned: [.batch]
    case .cancelledAfterMatch: [.cancelling]
    case .noDriver: [.insertion]
    case .choice: [.choice]
    case .noDriverInRadius, .noneOnRoute, .noSeats, .preferences, .limits, .declined, .lapsed, .withdrawn,
      .patience, .offNetwork, .unknownNode, .outsideSpace, .tooLong, .unreachable, .sameEnds, .badWindow:
      []
    }
  }
}
