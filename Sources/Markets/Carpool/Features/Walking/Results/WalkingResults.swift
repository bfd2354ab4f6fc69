import CarpoolScenario
import JSON5
import Matching
import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis
public import Tables
import Travellers

/// The meeting points of an offer's driver and passenger.
public struct WalkRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let attempt: AttemptRecord
  let meeting: Meeting
  let pickup, dropoff: Coordinates?

  init(_ attempt: AttemptRecord, _ meeting: Meeting, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.attempt = attempt
    self.meeting = meeting
    pickup = source.pointee.coordinates(meeting.pickup.place.position)
    dropoff = source.pointee.coordinates(meeting.dropoff.place.position)
  }
}

extension CarpoolTable {
  /// One row per attempt that found a driver on the road, with their meeting points.
  public static let walks = Table<WalkRow>(
    "walks",
    "A row per attempt with a driver on the road, with the meeting points; only in scenarios with"
      + " `matching.walk_m` above 0.",
    key: ["request_id", "cycle", "attempt"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.attempt.request },
      .cycle { $0.attempt.cycle },
      .attempt { $0.attempt.attempt },
      .coordinate("pickup_x", "The longitude or x of the pickup point.") { $0.pickup?.x },
      .coordinate("pickup_y", "The latitude or y of the pickup point.") { $0.pickup?.y },
      .coordinate("dropoff_x", "The longitude or x of the drop-off point.") {
        $0.dropoff?.x
      },
      .coordinate("dropoff_y", "The latitude or y of the drop-off point.") { $0.dropoff?.y },
      .metres("walk_to_pickup_m", "The straight-line walk from the origin to the pickup point.") {
        $0.meeting.pickup.metres
      },
      .seconds(
        "walk_to_pickup_s", "The duration of the walk to the pickup; the passenger sets out at the decision.",
        formula: "walk_to_pickup_m ÷ walk_speed_ms"
      ) { $0.meeting.pickup.walk },
      .metres("walk_from_dropoff_m", "The straight-line walk from the drop-off point to the destination.") {
        $0.meeting.dropoff.metres
      },
      .seconds(
        "walk_from_dropoff_s", "The duration of the walk from the drop-off.",
        formula: "walk_from_dropoff_m ÷ walk_speed_ms"
      ) { $0.meeting.dropoff.walk },
    ])
}

extension Explanation {
  /// Returns a description of a candidate's walks and the reasons for them.
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

  /// Returns a description of the gain from walking, compared with door-to-door service.
  private func gain(_ atTheDoor: InsertionResult, _ insertion: Insertion, cost: Int64) -> String {
    guard let door = atTheDoor.best else { return "at the door this violates \(limitWords(atTheDoor))" }
    let saved = door.detour - insertion.detour
    let driver =
      saved > .zero
      ? "which saves the driver \(Words.minutes(saved))"
      : saved < .zero ? "which costs the driver \(Words.minutes(.zero - saved))" : "no detour for the driver"
    return driver + ": cost \(atTheDoor.cost) at the door"
  }

  /// Returns the meeting as JSON, with the column names of walks.csv; empty if nobody walks.
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

  /// Returns the walks of a candidate as JSON, compared with door-to-door service; empty if nobody walks.
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

  /// Returns the coordinates of `point`, formatted as in files.
  private func text(of point: MeetingPoint) -> String { text(of: point.place) }

  func text(of place: Place) -> String {
    let at = world.spaces.geometry.coordinates(of: place.position)
    let decimals = world.spaces.geometry == .globe ? 5 : 0
    return "(\(Words.fixed(at.x, decimals)), \(Words.fixed(at.y, decimals)))"
  }
}

extension Feature<CarpoolRun> {
  /// The on-foot feature: passengers walk to a booked stop or to meet a car.
  static var onFoot: Self {
    let figures = [
      CarpoolFigure(.walkMetres, .sample { ($0.board?.walkMetres ?? []) + $0.walkMetres }),
      CarpoolFigure(.walk, .sample { ($0.board?.walkTimes ?? []) + $0.walkTimes }),
    ]
    return Feature(
      ["board"], ["matching", "walk_m"], isPart: { $0.has(.board) || $0.has(.walking) },
      extras: figures.map { Placed($0, after: Metric.price.name) })
  }

  /// The walking feature: passengers walk to meet a car.
  static var walking: Self {
    Feature(
      ["matching", "walk_m"], isPart: { $0.records.meetings != nil },
      tables: [
        RunTable("walks", CarpoolTable.walks) { run, source in
          let (attempts, meetings) = (run.records.attempts, run.records.meetings ?? [])
          return run.order(of: attempts, by: \.request).lazy.filter { attempts[$0].meeting >= 0 }.map {
            WalkRow(attempts[$0], meetings[Int(attempts[$0].meeting)], source)
          }
        }
      ], summary: { _, figures in [Placed(.init("on foot", figures.onFoot), after: "attempts")] })
  }
}

extension Figures {
  fileprivate var onFoot: String? {
    guard let metres = self[.walkMetres, .mean], let time = self[.walk, .mean] else { return nil }
    return SummaryText.joined([
      "\(Words.grouped(metres, decimals: 0)) m mean to the car and from it", "\(Words.span(time)) mean",
    ])
  }
}
