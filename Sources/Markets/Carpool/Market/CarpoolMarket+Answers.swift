import Board
import Community
import Lifecycle
import Matching
import Quantities
import Statistics
import Travellers

// MARK: - What drivers answer to an offer, and when

extension CarpoolMarket {
  /// Determines when the answer of `driver` to the offer of `request` arrives, or that none arrives in time.
  mutating func awaitAnswer(
    of driver: DriverIndex, to request: RequestIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    guard hasFeatures else { return }
    var offer = OpenOffer(thinking: desk.rules.answerDelay)
    for feature in features { feature.change(&offer, of: request, to: driver, at: time, self, desk) }
    let planned = offer.isPlanned ? OfferEnd(thinking: offer.thinking, limit: offer.limit) : nil
    answers[request] = offer.end ?? planned
  }

  func declineProbability(of driver: DriverIndex, to request: RequestIndex, _ rules: Rules) -> Double {
    first { $0.declineProbability(of: driver, to: request) } ?? rules.declineProbability
  }

  /// The probability that a passenger cancels the car that was just found.
  func cancelProbability(of request: RequestIndex, _ rules: Rules) -> Double {
    any { $0.keepsRide(request) } ? 0 : rules.requesterCancelProbability
  }

  mutating func callOff(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Cause {
    first(&desk) { feature, _, desk in feature.cause(ofCancelling: request, at: time, desk) } ?? .calledOff
  }

  func companion(of request: RequestIndex) -> DriverIndex? { first { $0.companion(of: request) } }

  func answerDelay(
    of driver: DriverIndex, to request: RequestIndex, cycle: Int32, _ rules: Rules
  ) -> Milliseconds {
    answers[request]?.delay ?? rules.answerDelay
  }

  func silence(of driver: DriverIndex, to request: RequestIndex) -> Silence<Cause>? {
    answers[request]?.silence
  }
}
