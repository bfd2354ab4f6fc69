import CarpoolScenario
import JSON5
import Matching
import Models
import Quantities
import Scenario
import Spaces
import Synthesis

extension Explanation {
  /// Returns the words on where the passenger would walk to and from for a candidate, and why.
  func words(_ walk: WalkDiagnosis, _ insertion: Insertion, cost: Int64) -> String {
    let (pickup, dropoff) = (walk.meeting.pickup, walk.meeting.dropoff)
    let reach = Words.length(world.scenario.matching.walking.reach)
    guard walk.meeting.walk > .zero else { return "; at the door: no point within \(reach) costs less" }
    let ways =
      (pickup.walk > .zero ? ["\(Words.length(pickup.metres)) to the pickup at \(text(of: pickup))"] : [])
      + (dropoff.walk > .zero
        ? ["\(Words.length(dropoff.metres)) from the drop-off at \(text(of: dropoff))"] : [])
    return "; the passenger walks \(ways.joined(separator: " and ")) (\(Words.minutes(walk.meeting.walk))), "
      + gain(walk.atTheDoor, insertion, cost: cost)
  }

  /// Returns the words on the gain from walking, compared with a pickup and drop-off at the door.
  private func gain(_ atTheDoor: InsertionResult, _ insertion: Insertion, cost: Int64) -> String {
    guard let door = atTheDoor.best else { return "at the door this violates \(limitWords(atTheDoor))" }
    let saved = door.detour - insertion.detour
    let driver =
      saved > .zero
      ? "which saves the driver \(Words.minutes(saved))"
      : saved < .zero ? "which costs the driver \(Words.minutes(.zero - saved))" : "no detour for the driver"
    return driver + ": cost \(atTheDoor.cost) at the door"
  }

  /// Returns the same as JSON, with the names of walks.csv; no member if nobody walks.
  func walk(_ meeting: Meeting?) -> [JSON.Member] {
    guard let (pickup, dropoff) = meeting.map({ ($0.pickup, $0.dropoff) }) else { return [] }
    let (on, off) = (coordinates(of: pickup), coordinates(of: dropoff))
    return [
      .init(
        "walk",
        .object([
          .init("pickup_x", .number(on.x)), .init("pickup_y", .number(on.y)),
          .init("dropoff_x", .number(off.x)), .init("dropoff_y", .number(off.y)),
          .init("walk_to_pickup_m", .number(pickup.metres)),
          .init("walk_to_pickup_s", .number(pickup.walk.seconds)),
          .init("walk_from_dropoff_m", .number(dropoff.metres)),
          .init("walk_from_dropoff_s", .number(dropoff.walk.seconds)),
        ]))
    ]
  }

  /// The walks of a candidate, and what would hold at the door; no members where nobody walks.
  func walk(_ diagnosis: WalkDiagnosis?) -> [JSON.Member] {
    guard let diagnosis else { return [] }
    let door = diagnosis.atTheDoor
    return walk(diagnosis.meeting) + [
      .init(
        "at_the_door",
        .object([
          .init("cost", door.best == nil ? .null : .integer(Int128(door.cost))),
          .init("detour_s", RequestAccount.seconds(door.best?.detour)),
          .init("limit", .text(door.best == nil ? door.bindingLimit?.rawValue : nil)),
        ]))
    ]
  }

  private func coordinates(of point: MeetingPoint) -> Coordinates {
    world.spaces.geometry.coordinates(of: point.place.position)
  }

  /// Returns the coordinates of a point as in files.
  private func text(of point: MeetingPoint) -> String { text(of: point.place) }

  func text(of place: Place) -> String {
    let at = world.spaces.geometry.coordinates(of: place.position)
    let decimals = world.spaces.geometry == .globe ? 5 : 0
    return "(\(Words.fixed(at.x, decimals)), \(Words.fixed(at.y, decimals)))"
  }
}
