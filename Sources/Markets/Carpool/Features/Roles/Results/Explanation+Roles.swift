import JSON5
import Lifecycle
import Models
import Quantities
import Simulation
import Synthesis
import Tables
import Travellers

extension Explanation {
  /// The car of a passenger who may drive instead, and its use; nothing of all others.
  var role: [AccountFact] {
    guard let car = drivers.places.first(where: { drivers[$0].ownRequest == input.id }) else { return [] }
    let use =
      switch records.drivers[Int(car)].outcome {
      case .notDriven:
        record.match == nil
          ? CarUse("left_market", "left the market with it") : CarUse("rode", "left it at home, and rode")
      case .arrived, .inProgress, .refusedInput: use(of: car)
      }
    return [
      AccountFact(
        "role",
        .object([
          .init("driver", .text(id(car))), .init("use", .text(use.word)),
          .init("time_s", RequestAccount.seconds(use.time)),
          .init("request", .text(use.request.map(id(ofRequest:)))),
        ]), ["has a car, as driver \(name(ofDriver: car)): \(use.sentence)"])
    ]
  }

  /// The use that a passenger made of their car.
  private struct CarUse {
    let word, sentence: String
    /// When it was decided, or the departure.
    var time: Milliseconds?
    /// The first request that was taken along.
    var request: RequestIndex?

    init(_ word: String, _ sentence: String, at time: Milliseconds? = nil, with request: RequestIndex? = nil)
    {
      (self.word, self.sentence) = (word, sentence)
      (self.time, self.request) = (time, request)
    }
  }

  private func use(of car: DriverIndex) -> CarUse {
    let riders = records.attempts.filter { $0.driver == car && $0.outcome == .accepted }
    let departure = records.drivers[Int(car)].departure(of: drivers[Int(car)])
    if let first = riders.first, record.outcome == .drove || first.answered <= departure {
      return CarUse(
        "bound", "bound at \(clock(first.answered)) to take request \(name(ofRequest: first.request)) along",
        at: first.answered, with: first.request)
    }
    guard departure <= records.end else {
      return CarUse("undecided", "had not decided when the run was cut off")
    }
    let joined = riders.isEmpty ? "" : ", and took request \(name(ofRequest: riders[0].request)) on later"
    return CarUse(
      "left_alone", "left alone at \(clock(departure))\(joined)", at: departure, with: riders.first?.request)
  }

  private func name(ofRequest request: RequestIndex) -> String {
    id(ofRequest: request).visible
  }
}
