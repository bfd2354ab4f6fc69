public import Lifecycle
public import Matching
public import Simulation

extension RequestOutcome {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .served: "The passenger was dropped off at the destination."
    case .unmatched: "No attempt of any cycle was accepted, and the request gave up."
    case .cancelledByPassenger: "The passenger left before the pickup."
    case .cancelledByDriver: "A driver cancelled, and no match was found again."
    case .inProgress: "The run was cut off before the request was settled."
    case .refusedInput: "The row took no part in the run; the cause says why."
    case .probeHit: "A probe that found a candidate."
    case .probeMiss: "A probe without a candidate."
    case .drove:
      "The person was bound to take a passenger in their own car, and drove; the request is in no figure of requests."
    case .notSubmitted:
      "The person had left the service, or had no account, and made no request; the row is in no figure."
    }
  }
}

extension AttemptOutcome {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .accepted: "The driver accepted, and some pair of stops still respected all limits."
    case .refused: "The passenger refused the ride; the driver was not asked."
    case .declined: "The driver declined."
    case .lapsed: "The driver accepted, but a limit was violated by then."
    case .withdrawn: "The passenger left while the offer was open."
    case .noCandidate: "No driver passed the funnel; the cause is the stage at which it reached zero."
    case .undelivered: "The offer was not read on the driver's phone in time."
    case .unanswered: "The driver read the offer, but no answer arrived in time."
    case .inProgress: "The run was cut off while the offer was open."
    case .probeHit: "A probe's attempt that found a candidate."
    case .probeMiss: "A probe's attempt without a candidate."
    }
  }
}

extension DriverOutcome {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .notDriven:
      "The car of a person with a flexible role who rode with others, or left the market without a trip."
    case .arrived: "The driver reached the destination, or the service of a waiting car ended."
    case .inProgress: "The run was cut off while the driver was under way, or before the departure."
    case .refusedInput: "The row took no part in the run."
    }
  }
}

extension StopKind {
  /// The meaning of the stop kind, in one sentence.
  public var meaning: String {
    switch self {
    case .depart: "The driver departs from the origin."
    case .pickup: "A party boards."
    case .dropoff: "A party alights."
    case .transferDropoff: "A party alights to transfer."
    case .transferPickup: "A party that transfers boards again."
    case .waypoint: "The car makes a stop of its published trip."
    case .move: "A waiting car arrived at the place to which it was moved."
    case .arrive: "The driver arrives at the destination, or the service of a waiting car ends."
    }
  }
}

extension ProvisionalFate {
  /// The meaning of the pair's outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .final: "The pair had reached its last feasible time, and the offer was made."
    case .replaced: "A later window gave the passenger another driver."
    case .dissolved: "A later window gave the passenger no driver."
    case .withdrawn: "The passenger left."
    case .open: "The run was cut off before the pair was bound or dissolved."
    }
  }
}

extension TransferFate {
  /// The meaning of the transfer's outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .none: "No pair of drivers was found."
    case .notAgreed:
      "The drivers were asked but did not both accept; or the passenger refused; or the request was a probe, which makes no offer."
    case .agreed: "The transfer was agreed, and the run was cut off before its end."
    case .transferred: "The passenger transferred as agreed."
    case .cancelledByPassenger: "The passenger cancelled before the first pickup."
    case .cancelledByFirst: "The first driver cancelled before the first pickup."
    case .cancelledBySecond: "The second driver cancelled before the first pickup."
    case .rematched:
      "The second driver cancelled during the trip, and another driver took over."
    case .stranded: "The second driver cancelled during the trip, and no other driver was found."
    }
  }
}

extension Limit {
  /// The limited quantity in a few words, to follow `the limit on`.
  public var title: String {
    switch self {
    case .detour: "the driver's detour"
    case .detourRatio: "the driver's detour, of the solo trip"
    case .arrival: "the driver's arrival"
    case .wait: "the pickup"
    case .dropoff: "the drop-off"
    case .ride: "the ride"
    case .promise: "promises made before"
    case .seats: "seats at acceptance"
    }
  }

  /// The limited quantity, in one sentence.
  public var meaning: String {
    switch self {
    case .detour: "The driver's total detour in seconds."
    case .detourRatio: "The driver's total detour ÷ solo time."
    case .arrival: "The driver's arrival, or the end of the service of a waiting car."
    case .wait: "The passenger's pickup."
    case .dropoff: "The passenger's drop-off."
    case .ride: "The passenger's time on board."
    case .promise: "A promise to a passenger accepted earlier."
    case .seats: "Seats and luggage room at acceptance; also if the driver had arrived by then."
    }
  }
}

extension EventRecord.Kind {
  /// The meaning of the event kind, in one sentence.
  public var meaning: String {
    switch self {
    case .driverAnnounced: "A driver announced a trip and can be matched from then on."
    case .driverDeparted: "A driver departed."
    case .driverArrived: "A driver arrived at the destination."
    case .requestSubmitted: "A request was submitted."
    case .attempt: "The matcher was called for a request."
    case .accepted: "A driver accepted an offer."
    case .refused: "A passenger refused a ride; its driver was not asked."
    case .declined: "A driver declined an offer."
    case .lapsed: "A driver accepted an offer that was no longer valid."
    case .withdrawn: "The passenger left while an offer was open."
    case .requestNotified: "A cycle failed, and the passenger was notified."
    case .pickup: "A car arrived at a pickup stop."
    case .dropoff: "A car arrived at a drop-off stop."
    case .passengerLeft: "A passenger left before the pickup."
    case .driverCancelled: "A driver cancelled a match."
    case .tripPublished: "A planned trip appeared on the board."
    case .tripCalledOff: "A driver cancelled a published trip, and drives alone."
    case .noShow: "A passenger with a booking was not at the stop."
    case .transferDropoff: "A car arrived at a transfer point to drop off a passenger."
    case .transferPickup: "A car arrived at a transfer point to pick up a passenger."
    case .paired: "A window paired a passenger and a driver, without binding them."
    case .parted: "A later window assigned the passenger another driver, or none."
    case .outage: "An attempt was due while the service was out."
    }
  }
}
