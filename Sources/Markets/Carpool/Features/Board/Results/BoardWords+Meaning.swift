public import Simulation

extension BookingFate {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .none: "The reservation failed; the outcome of the attempt gives the reason."
    case .reserved: "The driver had not answered when the run ended."
    case .booked: "The driver had accepted, and the car had not arrived when the run ended."
    case .ridden: "The passenger boarded."
    case .cancelledByPassenger: "The passenger cancelled the booking before the pickup."
    case .cancelledByDriver: "The driver cancelled the trip, or this passenger."
    case .noShow: "The passenger was not at the stop."
    }
  }
}

extension OfferOutcome {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .departed: "The trip was on the board, and the car departed."
    case .calledOff: "The driver cancelled the published trip and drove alone."
    case .neverShown:
      "The trip never appeared on the board: the driver was not verified in time, or had left the service."
    case .inProgress: "The run was cut off before the departure."
    }
  }
}
