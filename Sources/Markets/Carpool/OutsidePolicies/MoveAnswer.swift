import JSON5
import Matching
import Quantities
import Spaces
import Travellers

/// An order to a waiting car in the answer of a process.
struct MoveAnswer {
  /// The driver, by the name used in messages.
  let driver: String
  /// The place where the car should go.
  let place: Coordinates

  /// Parses the list `json`; empty if missing.
  static func list(_ json: JSON?) throws(AnswerFault) -> [Self] {
    guard let json else { return [] }
    guard let items = json.items else {
      throw AnswerFault(
        "`move` is not a list; answer as in \"move\": [{\"driver\": 17, \"x\": 500, \"y\": 250}]")
    }
    var moves: [Self] = []
    for item in items {
      let name: String? =
        switch item["driver"] {
        case .integer(let id): String(id)
        case .text(let name): name
        default: nil
        }
      guard let name, let x = item["x"]?.real, let y = item["y"]?.real, item.members?.count == 3 else {
        throw AnswerFault(
          "an element of `move` does not have the form {\"driver\": 17, \"x\": 500, \"y\": 250}")
      }
      if moves.contains(where: { $0.driver == name }) {
        throw AnswerFault("driver \(name) is moved twice; name each driver once")
      }
      moves.append(Self(driver: name, place: Coordinates(x: x, y: y)))
    }
    return moves
  }

  /// Returns the order for one of the `standing` cars, in an attempt with the offer to `chosen`.
  func move(
    among standing: [DriverIndex], chosen: DriverIndex?, in attempt: Attempt, _ subject: PolicySubject
  ) throws(AnswerFault) -> CarMove {
    let fleet = attempt.fleet
    let found = standing.first { subject.driverNames.text(of: fleet.drivers[$0].id) == driver }
    guard let found else {
      throw AnswerFault(
        "driver \(driver) of `move` is not among the standing cars; request them by \"standing\": true in the answer to hello"
      )
    }
    guard found != chosen else {
      throw AnswerFault("driver \(driver) is offered the request; a moved car must be a different one")
    }
    let text = "(\(JSON.shortest(place.x)), \(JSON.shortest(place.y)))"
    guard let place = fleet.space(of: found).place(at: place) else {
      throw AnswerFault(
        "\(text), to which driver \(driver) is moved, is outside the space; give a place inside it")
    }
    let move = CarMove(found, to: place)
    guard let arrival = fleet.arrival(of: move, at: attempt.time) else {
      throw AnswerFault("there is no route for driver \(driver) to \(text); give another place")
    }
    guard arrival <= fleet.drivers[found].latestArrival else {
      throw AnswerFault(
        "driver \(driver) would be at \(text) after the end of its service; give a nearer place, or none")
    }
    return move
  }
}
