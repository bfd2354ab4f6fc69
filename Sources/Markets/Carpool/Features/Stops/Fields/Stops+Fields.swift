import Matching
package import Scenario

extension Scenario.Matching {
  /// The fields of the stops of cars.
  static var stopFields: [Field<Self>] {
    [
      Field(
        "stops", \.stops, .oneOf, unwrittenAt: .each,
        "Whether `each` party has a stop of its own, or consecutive stops of a plan at one place are one stop of the car"
          + " (`shared`), which lasts as long as the longest of them."),
      Field(
        "meeting", \.meeting, orAbsent: Scenario.MeetingRule.shape,
        "Where passengers who walk may be met; `null` for the corners of a network, or the points of a grid."
      ).idle("nobody walks (`walk_m` is 0)") { $0.walking.reach == 0 },
    ]
  }

  /// The file of the places at which passengers who walk are met; nil without one.
  package var meetingFile: Scenario.MeetingFile? {
    if walking.reach > 0, case .places(let file) = meeting { file } else { nil }
  }
}

extension Scenario.MeetingRule {
  package static var shape: Shape<Self> {
    .union([
      Kind("nodes", Self.nodes, { $0 == .nodes }, "The corners of a network, or the points of a grid."),
      Kind(
        "places", Scenario.MeetingFile.members, Self.places,
        { if case .places(let file) = $0 { file } else { nil } }, "The places of a file."),
    ])
  }
}

extension Scenario.MeetingFile {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "file", \.file, .file, isRequired: true,
          "The places: a CSV file of `id`, `lon` and `lat` or `x` and `y`; the columns of the French file of carpool places and of"
            + " the stops of GTFS are known by name."),
        Field("door", \.door, .boolean, "Whether passengers may be met at the ends of their trip too."),
      ])
  }
}

extension CarpoolFields {
  /// Rejects shared stops combined with features that require a separate stop for each party.
  func checkStops(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    if hindsight == true, matching.meetingFile != nil {
      checked.conflict(
        "the hindsight optimum knows no listed meeting places; leave out `results.hindsight` or `matching.meeting`",
        ["matching.meeting", "matching", "results.hindsight", "results"], &faults)
    }
    guard matching.stops == .shared else { return }
    let others: [(path: String, isThere: Bool, why: String)] = [
      (
        "matching.transfer", matching.transfer != nil, "a transfer is searched for with a stop for each party"
      ),
      ("results.hindsight", hindsight == true, "the hindsight optimum counts a stop for each party"),
    ]
    for other in others where other.isThere {
      checked.conflict(
        "shared stops cannot be combined with `\(other.path)`: \(other.why); leave it out, or give matching.stops: \"each\"",
        ["matching.stops", other.path, "matching"], &faults)
    }
  }
}
