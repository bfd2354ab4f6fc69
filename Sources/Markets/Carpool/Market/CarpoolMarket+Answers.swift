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
    of driver: DriverIndex, to request: RequestIndex, at time: Milliseconds, _ platform: Platform,
    _ desk: inout Desk
  ) {
    let thinking = answerTime(of: driver, to: request, &desk)
    var limit = Milliseconds.never
    let hold = platform.planning?.holds[request]
    if let planning = platform.planning, let hold {
      // The car must not be there before the driver has said yes.
      let last = planning.soonest(of: driver, at: hold.candidate.from) - Milliseconds(1)
      limit = min(planning.setup.confirmationTimeout, last - time)
    }
    if let society = platform.society {
      platform.answers[request] = society.exchange(
        of: request, with: driver, thinking: thinking, isPlanned: hold != nil, limit: limit, at: time)
    } else {
      platform.answers[request] = OfferEnd(thinking: thinking, limit: limit)
    }
  }

  /// From the offer of `request` to the answer of `driver`, messages left out.
  private func answerTime(of driver: DriverIndex, to request: RequestIndex, _ desk: inout Desk)
    -> Milliseconds
  {
    guard let planning, planning.holds[request] != nil else { return desk.rules.answerDelay }
    guard !planning.booksAtOnce(request, with: driver) else { return .zero }
    let cycle = UInt64(desk[lastAttemptOf: request].cycle)
    var stream = desk.rules.random.stream(.confirmation, key(of: request), key(of: driver), cycle)
    return planning.setup.confirmation.span(&stream)
  }

  func declineProbability(of driver: DriverIndex, to request: RequestIndex, _ rules: Rules) -> Double {
    guard let planning, planning.holds[request] != nil else { return rules.declineProbability }
    return planning.booksAtOnce(request, with: driver) ? 0 : planning.setup.declineProbability
  }

  func answerDelay(
    of driver: DriverIndex, to request: RequestIndex, cycle: Int32, _ rules: Rules
  ) -> Milliseconds {
    platform?.answers[request]?.delay ?? rules.answerDelay
  }

  func silence(of driver: DriverIndex, to request: RequestIndex) -> Silence<Cause>? {
    platform?.answers[request]?.silence
  }
}
