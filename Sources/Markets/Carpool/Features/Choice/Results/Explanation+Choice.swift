import JSON5
import Models
import Quantities
import Simulation
import Travellers

extension Explanation {
  /// The facts on the options that the passenger compared in `attempt`, and on the choice; empty if there was none.
  func choice(of attempt: AttemptRecord) -> [AccountFact] {
    guard attempt.choice >= 0, let choice = records.choices?.list[Int(attempt.choice)] else { return [] }
    let (ride, alternative) = (choice.ride, choice.alternative)
    let price = ride.price.map { ", for \(money($0))" } ?? ""
    let walk = ride.walk > 0 ? ", \(Words.length(ride.walk)) on foot" : ""
    let against =
      alternative.map {
        " against \(Words.minutes($0.time))" + ($0.cost.map { " for \(money($0))" } ?? "") + " otherwise"
      } ?? ""
    let (probability, draw) = (Double(choice.probability) / 1_000_000, Double(choice.draw) / 1_000_000)
    let result = choice.isAccepted ? "accepted" : "refused"
    return [
      AccountFact(
        "choice",
        .object([
          .init("wait_s", .number(ride.wait.seconds)), .init("ride_s", .number(ride.ride.seconds)),
          .init("walk_m", .number(ride.walk)), .init("price", ride.price.map(amount) ?? .null),
          .init("alternative_s", RequestAccount.seconds(alternative?.time)),
          .init("alternative_cost", alternative?.cost.map(amount) ?? .null),
          .init("utility", .number((choice.utility * 1_000_000).rounded() / 1_000_000)),
          .init("probability", .number(probability)), .init("draw", .number(draw)),
          .init("accepted", .boolean(choice.isAccepted)),
        ]),
        [
          "  the passenger was offered \(Words.minutes(ride.wait)) of wait and \(Words.minutes(ride.ride)) of ride\(walk)\(price),"
            + "\(against.isEmpty ? "" : against + ",") and \(result): utility \(Words.fixed(choice.utility, 3)),"
            + " probability \(Words.fixed(probability, 6)), draw \(Words.fixed(draw, 6))"
        ])
    ]
  }
}
