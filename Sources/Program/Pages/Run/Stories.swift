import Carpool
import JSON5
import Matching
import Quantities
import Run
import Scenario
import Simulation
import Spaces
import Statistics
import Synthesis
import Travellers

/// The stories of passengers, attempt by attempt, as in `detour explain`, in chunks unpacked one at a time by the
/// page.
struct Stories {
  /// The indices of the passengers with stories, ascending.
  let told: [Int]
  let chunks: [PackedBytes]
  /// The number of stories per chunk; the last may have fewer.
  static let chunkSize = 50
  /// The number of drivers shown for each attempt, the default of `detour explain`.
  static let drivers = 5

  /// The time at which each request stopped waiting, in milliseconds; nil if the run was not repeated.
  let ends: [Int64]?

  static let none = Self(told: [], chunks: [], ends: nil)

  private init(told: [Int], chunks: [PackedBytes], ends: [Int64]?) {
    self.told = told
    self.chunks = chunks
    self.ends = ends
  }

  /// Creates at most `most` stories of passengers in `run`, with the tables `tables`; a seeded sample if there are
  /// more.
  ///
  /// - Throws: `PageError` if the tables differ from the run's results, and errors of the simulator.
  init(of run: CarpoolWorld, _ tables: PageTables, folder: String, most: Int, scale: Double) throws {
    let count = run.input.population.requests.count
    let told = Self.chosen(count, most, run.input.scenario.random)
    let (explanations, records) = try run.explanations(
      of: told.map { RequestIndex($0) }, drivers: Self.drivers)
    let outcomes = tables.requests.words("outcome")
    guard count == tables.requests.count, records.attempts.count == tables.attempts.count,
      zip(records.requests, outcomes.places).allSatisfy({ $0.outcome.rawValue == outcomes.texts[Int($1)] })
    else { throw PageError.damaged(folder: folder, what: "its tables differ from those of the repeated run") }
    ends = records.requests.map { ($0.ended ?? records.end).rawValue }
    let geometry = run.input.spaces.geometry
    let stories = explanations.map { Self.json($0, geometry, scale) }
    chunks = Self.chunks(of: stories)
    self.told = told
  }

  /// Packs `stories` in chunks.
  static func chunks(of stories: [JSON]) -> [PackedBytes] {
    Array(stride(from: 0, to: stories.count, by: chunkSize)).concurrentMap { start in
      let part = stories[start..<min(start + chunkSize, stories.count)]
      return PackedBytes(Array(JSON.list(Array(part)).compact.utf8))
    }
  }

  /// Returns at most `most` of `count` indices, a seeded sample if there are more; ascending.
  static func chosen(_ count: Int, _ most: Int, _ random: RandomSource) -> [Int] {
    guard count > most else { return Array(0..<count) }
    let draws = (0..<count).map { place in
      var stream = random.stream(.pageStories, UInt64(place))
      return (stream.next(), place)
    }
    return draws.sorted { $0 < $1 }.prefix(most).map(\.1).sorted()
  }

  /// Returns the index, among all limits, of the limit that was binding in `diagnosis`; −1 if it failed at no limit.
  private static func limit(_ diagnosis: Diagnosis) -> Int {
    guard diagnosis.failed == .limits, let limit = diagnosis.result.bindingLimit else { return -1 }
    return Limit.allCases.firstIndex(of: limit) ?? -1
  }

  /// Returns the heading, then for each attempt its text and the drivers shown: index, x, y, the failed stage and the
  /// binding limit, −1 for none.
  private static func json(_ explanation: Explanation, _ geometry: Geometry, _ scale: Double) -> JSON {
    .list([
      .text(explanation.heading),
      .list(
        explanation.sections.map { section in
          .list([
            .text(section.text),
            .list(
              section.shown.map { diagnosis in
                let place = geometry.coordinates(of: diagnosis.reported)
                return .list([
                  .integer(diagnosis.driver.rawValue), .integer(Int((place.x * scale).rounded())),
                  .integer(Int((place.y * scale).rounded())),
                  .integer(diagnosis.failed?.rawValue ?? -1), .integer(Self.limit(diagnosis)),
                ])
              }),
          ])
        }),
    ])
  }
}
