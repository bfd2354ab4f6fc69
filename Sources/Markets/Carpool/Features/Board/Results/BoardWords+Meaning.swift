public import Simulation

extension BookingFate {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .none: "The reservation came to nothing: the outcome of the attempt says why."
    case .reserved: "The driver had not answered when the run ended."
    case .booked: "The driver had said yes, and the car had not come when the run ended."
    case .ridden: "The passenger got on."
    case .cancelledByPassenger: "The passenger called the booking off before the pickup."
    case .cancelledByDriver: "The driver called the trip off, or cancelled this passenger."
    case .noShow: "The passenger was not at the stop."
    }
  }
}

extension OfferOutcome {
  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .departed: "The trip stood on the board, and the car left."
    case .calledOff: "The driver called the trip off and drove alone."
    case .neverShown:
      "The trip never appeared on the board: the driver was not verified in time, or had left the service."
    case .inProgress: "The run was cut off before the departure."
    }
  }
}
