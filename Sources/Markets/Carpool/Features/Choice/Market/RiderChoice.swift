import CarpoolScenario
import Community
import Lifecycle
import Matching
import Quantities
import Scenario
import Spaces
import Statistics
import Travellers

/// The passengers' choice, before the driver is asked, between the ride found and their alternative: the binary logit
/// model of McFadden 1974, with one draw per attempt.
final class RiderChoice {
  private let choice: ChoiceSetup
  private let requests: [Request]
  private var records: [ChoiceRecord] = []

  init?(_ setup: SimulationSetup) {
    guard let choice = setup.choice else { return nil }
    self.choice = choice
    requests = setup.requests
  }

  /// Returns the alternative of `request`, whose draws are keyed by `key`; nil if only the utility of the ride counts.
  private func alternative(of request: RequestIndex, _ key: UInt64, _ rules: Rules) -> Alternative? {
    let (input, currency) = (requests[request], choice.currency)
    func amount(_ units: Double) -> Int64? {
      choice.hasPrice
        ? Int64((min(units, Double(currency.greatest / currency.scale)) * Double(currency.scale)).rounded())
        : nil
    }
    switch choice.rules.alternative {
    case .none: return nil
    case .recorded: return choice.alternatives[input.id]
    case .direct(let direct):
      return Alternative(
        time: Milliseconds(
          seconds: min(direct.factor * input.direct.duration.seconds + direct.constant, 1e9)),
        cost: amount(direct.cost + direct.costPerKm * input.direct.metres / 1_000))
    case .law(let law):
      var draws = rules.random.stream(.alternative, key)
      let time = law.time.span(&draws)
      return Alternative(time: time, cost: amount(law.cost.draw(&draws)))
    }
  }

  /// Returns the attributes of the ride that `attempt` found.
  private func attributes(of attempt: AttemptRecord, price: Int64?, _ meeting: Meeting?)
    -> ChoiceRecord.Attributes
  {
    let input = requests[attempt.request]
    // Nobody gets on before the time to leave.
    let begin = max(attempt.time, input.earliestPickup)
    let boarding = max(attempt.time + attempt.timeToPickup, begin)
    var ride = ChoiceRecord.Attributes()
    ride.wait = boarding - begin
    ride.ride = attempt.time + attempt.offer.timeToDropoff - boarding
    if let meeting { ride.walk = ((meeting.pickup.metres + meeting.dropoff.metres) * 10).rounded() / 10 }
    ride.price = price
    return ride
  }
}

extension RiderChoice: CarpoolFeature {
  var takesPartInAttempts: Bool { false }

  /// Draws the passenger's choice; passengers who have lost their second driver on the way accept any ride.
  func rejection(
    of driver: DriverIndex, by request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Rejection<Cause>? {
    guard !market.any({ $0.isUnderWay(request) }) else { return nil }
    let attempt = desk[lastAttemptOf: request]
    let fare = market.fare(of: request, requests[request], with: driver)
    let key = market.key(of: request)
    let ride = attributes(
      of: attempt, price: market.first { $0.price(of: fare) }, market.meetings[attempt.meeting])
    let alternative = alternative(of: request, key, desk.rules)
    var draws = desk.rules.random.stream(.choice, key, UInt64(attempt.cycle), UInt64(attempt.attempt))
    let record = ChoiceRecord(
      request: request, ride: ride, alternative: alternative,
      utility: choice.utility(of: ride, than: alternative), draw: Int32(draws.uniform() * 1_000_000))
    desk[lastAttemptOf: request].offer.choice = Int32(records.count)
    records.append(record)
    guard !record.isAccepted else { return nil }
    desk.note(.refused, provider: driver, request: request)
    return Rejection(because: .choice, leaves: choice.rules.onRefusal == .leaves)
  }

  /// Returns whether the passenger refused the last ride, so that the request does not count as a failure of the
  /// service.
  func isOwnDoing(_ request: RequestIndex, _ desk: inout Desk) -> Bool {
    desk.records.requests[request].cause == .choice
  }

  func leave(in records: inout RunRecords) {
    records.choices = ChoiceRecords(setup: choice, list: self.records)
  }
}

/// The choices of a run, in the order of the attempts.
public struct ChoiceRecords: Sendable {
  public let setup: ChoiceSetup
  public let list: [ChoiceRecord]
}
