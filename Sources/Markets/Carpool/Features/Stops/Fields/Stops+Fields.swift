import Matching
package import Scenario

extension Scenario.Matching {
  /// The fields that describe the stops of cars.
  static var stopFields: [Field<Self>] {
    [
      Field(
        "stops", \.stops, .oneOf, unwrittenAt: .each,
        "How stops are counted. `each`: a separate stop per party. `shared`: consecutive stops at one place are a single stop of "
          + "the car, which lasts as long as the longest of them."),
      Field(
        "meeting", \.meeting, orAbsent: Scenario.MeetingRule.shape,
        "The meeting places of passengers who walk. `null`: the nodes of a network, or the points of a grid."
      ).idle("nobody walks (`walk_m` is 0)") { $0.walking.reach == 0 },
    ]
  }

  /// The file of meeting places for passengers who walk; nil if there is none.
  package var meetingFile: Scenario.MeetingFile? {
    if walking.reach > 0, case .places(let file) = meeting { file } else { nil }
  }
}

extension Scenario.MeetingRule {
  package static var shape: Shape<Self> {
    .union([
      Kind("nodes", Self.nodes, { $0 == .nodes }, "The nodes of a network, or the points of a grid."),
      Kind(
        "places", Scenario.MeetingFile.members, Self.places,
        { if case .places(let file) = $0 { file } else { nil } }, "Places read from a file."),
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
          "A CSV file of places with `id`, and `lon` and `lat` or `x` and `y`; the columns of the French register of carpool places and of"
            + " GTFS stops are recognised."),
        Field("door", \.door, .boolean, "Whether passengers may also be met at the ends of their trip."),
      ])
  }
}

extension CarpoolFields {
  /// Rejects shared stops combined with features that require a separate stop for each party.
  func checkStops(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    if hindsight == true, matching.meetingFile != nil {
      checked.conflict(
        "the hindsight optimum does not support listed meeting places; leave out `results.hindsight` or `matching.meeting`",
        ["matching.meeting", "matching", "results.hindsight", "results"], &faults)
    }
    guard matching.stops == .shared else { return }
    let others: [(path: String, isThere: Bool, why: String)] = [
      (
        "matching.transfer", matching.transfer != nil, "the search for transfers assumes a stop per party"
      ),
      ("results.hindsight", hindsight == true, "the hindsight optimum assumes a stop per party"),
    ]
    for other in others where other.isThere {
      checked.conflict(
        "shared stops cannot be combined with `\(other.path)`: \(other.why); leave it out, or give matching.stops: \"each\"",
        ["matching.stops", other.path, "matching"], &faults)
    }
  }
}
