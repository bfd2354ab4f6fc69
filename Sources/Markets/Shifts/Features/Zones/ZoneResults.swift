import JSON5
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Statistics
import Tables

extension Feature<ShiftsRun> {
  /// The feature for zones that are chosen in a second step.
  static var zones: Self {
    Feature(
      ["zones"], isPart: { $0.scenario.fields(of: ShiftsFields.self).zones != nil },
      figures: ShiftsRun.zoneFigures,
      columns: ShiftsTable.zoneColumns + ShiftsTable.zonePostColumns as [any Sendable],
      glossaries: [
        Placed(.init("Zones", "zone_by of signups.csv", of: ZoneOrigin.self, \.meaning), after: "Stages")
      ],
      summary: { [Placed(.init("zones", ShiftsWords(run: $0, figures: $1).zones), after: "wishes")] },
      account: { $2 == .end ? $0.zoneLines(of: SignUpIndex($1)) : [] })
  }
}

/// The way in which a sign-up got its first zone; the raw value is the name in signups.csv.
enum ZoneOrigin: String, CaseIterable, Sendable {
  case atOnce = "at_once"
  case chosen
  case assigned

  /// The meaning of the origin, in one sentence.
  var meaning: String {
    switch self {
    case .atOnce: "The volunteer got post and zone together, after the zones had opened."
    case .chosen: "The volunteer had a place without a zone, and chose one in time."
    case .assigned: "The volunteer had not chosen in time, and was assigned a zone."
    }
  }
}

extension ShiftsMetric {
  static let zoneRatio = Metric(
    "zone_ratio", .ratio, over: .placedSignUps, better: .higherIsBetter,
    "Sign-ups that have a zone when the slot begins ÷ sign-ups with a place of a post that has zones; with `zones`."
  )
  static let zonesChosen = Metric(
    "zones_chosen", .count, over: .run, "Places without a zone whose volunteers chose one in time.")
  static let zonesAssigned = Metric(
    "zones_assigned", .count, over: .run, better: .lowerIsBetter,
    "Places without a zone whose volunteers had not chosen in time and were assigned one.")
  static let timeToZone = Metric(
    "time_to_zone_s", .seconds, over: .run, better: .lowerIsBetter, isDistribution: true,
    "The time from the notification that zones were open to the choice, for volunteers who chose."
  )
}

extension ShiftsRun {
  static let zoneFigures: [Figure<ShiftsRun>] = [
    Figure(ShiftsMetric.zoneRatio) { run in
      let programme = run.festival.programme
      let sections = run.placed.map { run.records.lifecycle.requests[$0].section }.filter {
        programme.hasZones(programme.sections[$0].shift)
      }
      return .share(sections.count { !programme.isUnzoned($0) }, of: sections.count)
    },
    Figure(ShiftsMetric.zonesChosen) { .count($0.chosenZones.count) },
    Figure(ShiftsMetric.zonesAssigned) { .count($0.records.zoneChoices.count { $0.isAssigned }) },
    Figure(ShiftsMetric.timeToZone) { run in
      .sample(run.chosenZones.map { ($0.time - $0.told).seconds })
    },
  ]

  private var chosenZones: [ZoneChoice] {
    records.zoneChoices.filter { $0.time != .never && !$0.isAssigned }
  }

  /// Returns the way in which `request` got its first zone; nil if its final place has no zone.
  fileprivate func zoneOrigin(of request: SignUpIndex) -> ZoneOrigin? {
    let section = records.lifecycle.requests[request].section
    guard section != .none, festival.programme.sections[section].zone != .none else { return nil }
    let choice = records.zoneChoices[Int(request)]
    return choice.time == .never ? .atOnce : choice.isAssigned ? .assigned : .chosen
  }

  /// Returns the zone choice of `request` as JSON members; empty in runs without zone choice.
  func zoneMembers(of request: SignUpIndex) -> [JSON.Member] {
    guard has(.zones) else { return [] }
    func seconds(_ time: Milliseconds) -> JSON {
      RequestAccount.seconds(time == .never ? nil : time)
    }
    let choice = records.zoneChoices[Int(request)]
    return [
      .init("zones_told_s", seconds(choice.told)), .init("zone_s", seconds(choice.time)),
      .init("zone_by", .text(zoneOrigin(of: request)?.rawValue)),
    ]
  }

  /// The lines on the zone choice in the account of `request`.
  fileprivate func zoneLines(of request: SignUpIndex) -> [String] {
    let choice = records.zoneChoices[Int(request)]
    let told = choice.told == .never ? [] : ["told at \(Words.clock(choice.told)) that zones were open"]
    guard choice.time != .never else {
      let section = records.lifecycle.requests[request].section
      return told + (section != .none && festival.programme.isUnzoned(section) ? ["no zone chosen"] : [])
    }
    return told + ["zone \(choice.isAssigned ? "assigned" : "chosen") at \(Words.clock(choice.time))"]
  }
}

extension ShiftsTable {
  fileprivate static let zoneColumns: [Column<SignUpRow>] = [
    .seconds(
      "zones_told_s",
      "The time at which the volunteer of a place without a zone learned that zones were open; empty for never. Only with `zones`."
    ) { $0.zoneChoice.told == .never ? nil : $0.zoneChoice.told },
    .seconds(
      "zone_s",
      "The time at which a place without a zone got one, by choice or assignment; empty for neither. Only with `zones`."
    ) { $0.zoneChoice.time == .never ? nil : $0.zoneChoice.time },
    .word(
      "zone_by",
      "The way in which the sign-up first got a zone; see the list of zones. Only with `zones`; empty if its place has none."
    ) { $0.run.zoneOrigin(of: $0.request) },
  ]

  fileprivate static let zonePostColumns: [Column<PostRow>] = [
    .count(
      "without_zone",
      "The number of volunteers with a place of the post in the slot but without a zone, not counted in `filled`. Only with `zones`."
    ) { row in row.unzoned.map { row.run.takenOfSection[Int($0)] } ?? 0 },
    .count(
      "manned_without_zone",
      "The number of these volunteers who came, not counted in `manned`. Only with `zones`."
    ) { row in row.unzoned.map { row.run.mannedOfSection[Int($0)] } ?? 0 },
  ]
}

extension PostRow {
  /// The section without a zone for the same post and slot; nil if the post has no zones.
  fileprivate var unzoned: SectionIndex? {
    let section = run.festival.programme.unzonedOfShift[Int(input.shift)]
    return section == .none ? nil : section
  }
}

extension SignUpRow {
  fileprivate var zoneChoice: ZoneChoice { run.records.zoneChoices[Int(request)] }
}

extension ShiftsWords {
  /// The sentence on zones chosen in a second step.
  fileprivate var zones: String? {
    guard let ratio = figures[ShiftsMetric.zoneRatio] else { return nil }
    let chosen = Int(figures[ShiftsMetric.zonesChosen] ?? 0)
    let median = figures[ShiftsMetric.timeToZone, .median].map { [", median \(Words.span($0))"] } ?? []
    return SummaryText.joined([
      "\(Words.tenths(ofPercent: ratio)) of the places of posts with zones have one",
      "\(Words.grouped(chosen)) chosen in a second step" + median.joined(),
      "\(Words.grouped(Int(figures[ShiftsMetric.zonesAssigned] ?? 0))) assigned",
    ])
  }
}
