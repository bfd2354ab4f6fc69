import Board
import Foundation
import Matching
import Quantities
import Spaces
import TestSupport
import Testing
import Travellers

@testable import BenchmarkSuite

struct SuiteTests {
  private static let surroundings = Surroundings(
    scenarios: SharedData.checkout.appending(path: "Scenarios").path, data: "/nowhere")

  @Test
  func `names are unique, sizes ascend, and growth has five of them`() {
    #expect(Set(Suite.all.map(\.name)).count == Suite.all.count)
    for benchmark in Suite.all {
      #expect(benchmark.sizes == benchmark.sizes.sorted(), "\(benchmark.name)")
      #expect(!benchmark.hasGrowth || [benchmark].growing.count >= 5, "\(benchmark.name)")
      #expect(benchmark.smallSize.map(benchmark.sizes.contains) ?? true, "\(benchmark.name)")
    }
  }

  @Test
  func `words choose benchmarks by the beginning of their names`() throws {
    #expect(
      try Suite.named(["kernel/", "tables/csv-r"]).map(\.name) == [
        "kernel/hold", "kernel/hold-constant", "kernel/hold-ladder", "kernel/cancel", "tables/csv-read",
      ])
    #expect(throws: BenchError.self) { try Suite.named(["kernel", "luck"]) }
  }

  @Test(arguments: Suite.all.filter { $0.kind == .micro || $0.name == "run/market" }.map(\.name))
  func `a benchmark does the same work each time`(name: String) throws {
    let benchmark = try #require(Suite.all.first { $0.name == name })
    let work = try benchmark.prepare(benchmark.sizes[0], Self.surroundings)
    let outcomes = try (0..<2).map { _ in try work.arrange()() }
    #expect(outcomes[0].isSame(as: outcomes[1]))
    #expect(!outcomes[0].counts.isEmpty && work.operations > 0)
    let other = try benchmark.prepare(benchmark.sizes[0], Self.surroundings)
    #expect(try other.arrange()().isSame(as: outcomes[0]))
  }

  @Test
  func `the board of the country has the winners that a scan finds`() {
    let country = Country(trips: 1_000, searches: 400)
    var board = country.board()
    let scan = CountryScan(country)
    var found = 0
    for var query in country.queries {
      // Few trips: the whole week is searched.
      query.latest = query.latest + Milliseconds(seconds: 604_800)
      let winner = board.search(query, top: 1) { _ in 1 }.candidates.first
      #expect(winner == scan.winner(query))
      if winner != nil { found += 1 }
    }
    #expect(found > 5)
  }

  @Test
  func `the circles leave the drivers that a scan finds`() {
    let plane = Plane(drivers: 3_000, requests: 200)
    let fleet = plane.fleet()
    let scan = CirclesScan(plane.drivers, terms: Terms())
    var found = 0
    for time in [Plane.time, Milliseconds(seconds: 300)] {
      for number in plane.requests.indices {
        let funnel = plane.funnel(of: number, fleet, at: time)
        let counts = scan.counts(for: plane.requests[number], at: time)
        #expect((Int(funnel[.radius]), Int(funnel[.route])) == counts)
        found += counts.onRoute
      }
    }
    #expect(found > 100)
  }

  /// What a benchmark finds at its least size, its peers find too.
  @Test(arguments: [
    ["matching/best-insertion", "matching/best-insertion-scan", "matching/commit"],
    ["kernel/hold-constant", "kernel/hold-ladder"], ["tables/csv-read", "tables/csv-plain"],
    ["policy/own", "policy/library", "policy/process"],
    ["policy/window-own", "policy/window-library", "policy/window-process", "policy/window-process-fields"],
  ])
  func `peers find the same`(names: [String]) throws {
    let fingerprints = try names.map { name in
      let benchmark = try #require(Suite.all.first { $0.name == name })
      return try benchmark.prepare(benchmark.sizes[0], Self.surroundings).arrange()().fingerprint
    }
    #expect(Set(fingerprints).count == 1, "\(fingerprints)")
  }

  @Test
  func `a counting space answers as the space does, and counts`() throws {
    let plane = Plane(drivers: 1, requests: 30)
    let space = CountingSpace(plane.space)
    for request in plane.requests {
      let trip = (request.origin, request.destination)
      #expect(space.travel(from: trip.0, to: trip.1) == plane.space.travel(from: trip.0, to: trip.1))
    }
    #expect(space.counts.first == Count("distance_evaluations", 30))
  }
}
