import Lifecycle
import Quantities
import Simulation
import Synthesis
import Tables
import Travellers

extension Explanation {
  /// The line on the car of a passenger who may drive instead; nothing of all others.
  var roleLine: [String] {
    guard let car = drivers.places.first(where: { drivers[$0].ownRequest == input.id }) else { return [] }
    let outcome =
      switch records.drivers[Int(car)].outcome {
      case .notDriven: record.match == nil ? "left the market with it" : "left it at home, and rode"
      case .arrived, .inProgress, .refusedInput: whatWasDriven(car)
      }
    return ["has a car, as driver \(name(ofDriver: car)): \(outcome)"]
  }

  private func whatWasDriven(_ car: DriverIndex) -> String {
    let riders = records.attempts.filter { $0.driver == car && $0.outcome == .accepted }
    let departure = records.drivers[Int(car)].departure(of: drivers[Int(car)])
    if let first = riders.first, record.outcome == .drove || first.answered <= departure {
      return "bound at \(clock(first.answered)) to take request \(name(ofRequest: first.request)) along"
    }
    guard departure <= records.end else { return "had not decided when the run was cut off" }
    let joined = riders.isEmpty ? "" : ", and took request \(name(ofRequest: riders[0].request)) on later"
    return "left alone at \(clock(departure))\(joined)"
  }

  private func name(ofRequest request: RequestIndex) -> String {
    world.population.requestNames.text(of: world.population.requests[request].id).visible
  }
}
