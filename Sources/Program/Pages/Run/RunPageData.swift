import Carpool
import CarpoolScenario
import JSON5
import Lifecycle
import Matching
import Metrics
import Models
import Quantities
import Quoting
import RoadNetwork
import Run
import Scenario
import Simulation
import Statistics
import Tables
import Travellers

/// The data of a carpool run for scripts: its tables, tracks, streets and stories.
struct RunPageData {
  let recorded: RecordedRun
  let tables: PageTables
  let geometry: Geometry
  private(set) var streets: Streets?
  private var tracks: ThinTracks
  /// The passengers' stories; empty unless the run was repeated.
  var stories = Stories.none

  private var random: RandomSource {
    RandomSource(seed: recorded.identity.seed, replication: recorded.identity.replication)
  }

  /// Reads the run in `folder`.
  ///
  /// - Throws: `RecordedRunError`, `TableError` or `PageError` if the folder is not a run, or is damaged.
  init(folder: String) throws {
    let recorded = try RecordedRun(folder: folder)
    try recorded.check(isOf: CarpoolModel.self)
    guard let geometry = recorded.geometry else {
      throw RecordedRunError.older(file: folder + "/" + ResultFolder.manifestName)
    }
    self.recorded = recorded
    self.geometry = geometry
    tables = try PageTables(recorded)
    tracks = ThinTracks(count: tables.driverNames.count)
  }

  /// Adds tracks and the streets of the network returned by `network`, within `limits`; returns notes on missing parts.
  mutating func draw(
    _ limits: RunPage.Limits, _ network: (RecordedRun) throws -> Network?
  ) -> [String?] {
    tracks = ThinTracks(tables, geometry, mostBends: limits.bends, random: random)
    let drawn = Streets.drawn(mostPlaces: limits.places, random: random) { try network(recorded) }
    streets = drawn.streets
    return [Self.note(on: tracks, tables), drawn.note]
  }

  /// Returns a note on missing tracks.
  private static func note(on tracks: ThinTracks, _ tables: PageTables) -> String? {
    if tables.tracks == nil {
      return
        "The routes of cars were not recorded, so here they go straight from stop to stop, and stay at the last one if the run was "
        + "cut off; run the scenario with `--record tracks` for their routes."
    }
    guard tracks.share < 1 else { return nil }
    return
      "The routes of a random sample of \(Words.tenths(ofPercent: tracks.share)) of the cars are shown; the others go straight"
      + " from stop to stop."
  }

  /// Returns whether the streets are the same as those of `other`, so that a page needs them only once.
  func hasSameStreets(as other: RunPageData) -> Bool {
    guard let streets, let others = other.streets else { return false }
    return RunBlocks.streets(streets).bytes == RunBlocks.streets(others).bytes
  }

  /// Returns the blocks of the run on `side`, with or without the streets.
  func blocks(_ side: PageSide, withStreets hasStreets: Bool = true) -> [HTML] {
    let requestNames = RunBlocks.names(tables.requestNames)
    let driverNames = RunBlocks.names(tables.driverNames)
    var blocks: [HTML] = [
      .block("run", of: side, facts(requestNames.texts, driverNames.texts)),
      .block("requests", of: side, RunBlocks.requests(tables, ends: ends).packed),
      .block("attempts", of: side, RunBlocks.attempts(tables).packed),
      .block("drivers", of: side, RunBlocks.drivers(tables).packed),
      .block("stops", of: side, RunBlocks.stops(tables).packed),
      .block("tracks", of: side, RunBlocks.tracks(tracks).packed),
    ]
    if let numbers = requestNames.numbers { blocks.append(.block("request-numbers", of: side, numbers)) }
    if let numbers = driverNames.numbers { blocks.append(.block("driver-numbers", of: side, numbers)) }
    if hasStreets, let streets {
      blocks.append(.block("streets", of: side, RunBlocks.streets(streets).packed))
    }
    if let walks = RunBlocks.walks(tables) { blocks.append(.block("walks", of: side, walks.packed)) }
    if let pairs = RunBlocks.pairs(tables) { blocks.append(.block("pairs", of: side, pairs.packed)) }
    blocks.append(.block("stories", of: side, .list(stories.chunks.map(\.json))))
    return blocks
  }

  private func facts(_ requestNames: JSON, _ driverNames: JSON) -> JSON {
    let scenario = recorded.scenario
    return .object(
      [
        .init("folder", .text(recorded.folder.visible)), .init("market", .text(recorded.market.name)),
        .init("geometry", geometry.json),
        .init("scale", .integer(ThinTracks.scale(geometry))),
        .init("tableScale", .number(Unit.ofCoordinates(in: geometry).perOne)),
        .init("radius", .number(scenario.matching.radius)),
        .init("circlesBind", .boolean(circlesBind)),
        .init("sharesStops", .boolean(tables.sharesStops)),
        .init("warmUp", .number(scenario.time.warmUp.seconds)),
        .init("dayBegin", .number(scenario.time.start.map { Double($0.seconds - $0.midnight.seconds) } ?? 0)),
        .init("horizon", .number(scenario.time.horizon?.seconds)),
        .init("hasTracks", .boolean(tables.tracks != nil)),
        .init("requests", .integer(tables.requests.count)),
        .init("drivers", .integer(tables.drivers.count)),
        .init("attempts", .integer(tables.attempts.count)),
        .init("stops", .integer(tables.stops.count)),
        .init("requestNames", requestNames), .init("driverNames", driverNames),
        .init("told", .list(stories.told.map { .integer($0) })),
        .init("storiesInChunk", .integer(Stories.chunkSize)),
        .init("course", course),
        .init("spread", .list(spreads)),
      ] + meanings)
  }

  /// The meanings of the words in the tables.
  private var meanings: [JSON.Member] {
    [
      .init(
        "requestOutcomes", tables.requests.words("outcome").json { RequestOutcome(rawValue: $0)?.meaning }),
      .init(
        "attemptOutcomes", tables.attempts.words("outcome").json { AttemptOutcome(rawValue: $0)?.meaning }),
      .init("driverOutcomes", tables.drivers.words("outcome").json { DriverOutcome(rawValue: $0)?.meaning }),
      .init("requestCauses", tables.requests.words("cause").json { Cause(rawValue: $0)?.meaning }),
      .init(
        "limits",
        .list(
          Limit.allCases.map {
            ["word": .text($0.rawValue), "title": .text($0.title), "meaning": .text($0.meaning)]
          })),
      .init(
        "bindingLimits",
        .list(
          tables.attempts.words("binding_limit").texts.map { word in
            .integer(Limit.allCases.firstIndex { $0.rawValue == word } ?? -1)
          })),
      .init("stopKinds", tables.stops.words("kind").json { StopKind(rawValue: $0)?.meaning }),
      .init(
        "stages",
        .list(
          Stage.allCases.map {
            [
              "name": .text($0.name), "column": .text($0.column), "left": .text($0.left),
              "meaning": .text($0.meaning), "remedy": .text($0.remedy),
            ]
          })),
    ]
  }

  /// Whether the policy considers only drivers within the radius.
  var circlesBind: Bool {
    recorded.scenario.matching.policy.vantage == .reported
      || recorded.scenario.matching.insertion.usesRadius
  }

  private var ends: [Int64] {
    stories.ends ?? tables.ends(patience: recorded.scenario.behaviour.patience?.rawValue)
  }

  /// The time series, one list for each column.
  private var course: JSON {
    tables.timeseries.course(CarpoolTable.timeseries.schema.columns.dropFirst())
  }

  /// The distributions of wait and detour, over the populations of the summary's figures.
  private var spreads: [JSON] {
    [
      FigureSpread(metric: .wait, title: "Wait from submission to pickup", population: "passengers"),
      FigureSpread(metric: .driverDetour, title: "Detour of drivers that shared", population: "drivers"),
    ].map(\.json)
  }
}
