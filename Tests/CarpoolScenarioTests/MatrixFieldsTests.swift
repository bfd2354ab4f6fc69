import CarpoolScenario
import JSON5
import Testing

@testable import Scenario

/// The fields of trips from a matrix, and profiles of a week.
@Suite struct MatrixFieldsTests {
  private static let od = "od: {kind: 'matrix', zones: 'z.geojson', trips: 't.csv'}"

  private func load(
    _ demand: String, space: String = "plane", _ overrides: [String] = []
  ) throws(ScenarioError) -> Scenario {
    try Scenario.load(
      text: "{space: {kind: '\(space)'}, supply: {kind: 'none'}, demand: {kind: 'synthetic', \(demand)}}",
      file: "s.json5", overrides: overrides)
  }

  private func faults(_ demand: String, space: String = "plane") -> [String] {
    do {
      _ = try load(demand, space: space)
      return []
    } catch { return "\(error)".split(separator: "\n").map(String.init) }
  }

  private func idle(_ demand: String) throws -> [String] {
    try load(demand, space: "city").idleFields.map(\.path)
  }

  @Test func defaultsAreTheDocumentedOnes() throws {
    guard case .synthetic(let side) = try load("matrix_share: 0.5, \(Self.od)").demand,
      let matrix = side.od.matrix
    else {
      Issue.record("no matrix")
      return
    }
    #expect(side.matrixShare == 0.5 && side.arrivals.count == nil && side.arrivals.perHour == nil)
    #expect((matrix.zones, matrix.zoneName, matrix.trips) == ("z.geojson", "zone", "t.csv"))
    #expect(matrix.ends == .area && matrix.layers == nil && matrix.lookup == nil && matrix.nodeWeights == nil)
  }

  @Test func sharesAreOfAMatrixAndStandAlone() {
    #expect(faults("matrix_share: 1, count: 5, \(Self.od)").count == 1)
    #expect(
      faults("matrix_share: 1").first?.contains("`matrix_share` requires an `od` of kind `matrix`") == true)
    #expect(faults(Self.od).first?.contains("neither `count` nor `per_hour` is given") == true)
    #expect(faults("count: 1, \(Self.od)").isEmpty)
  }

  @Test func nodesAreThoseOfANetwork() {
    let nodes = "count: 1, \(Self.od.dropLast()), ends: 'nodes'}"
    #expect(faults(nodes).first?.contains("only a network has nodes") == true)
    #expect(faults(nodes, space: "city").isEmpty)
  }

  @Test func layersEndAfterTheyBegin() {
    let od =
      "count: 1, od: {kind: 'matrix', zones: 'z', trips: 't.omx', layers: [{name: 'AM', from_h: 9, to_h: 9}]}"
    #expect(faults(od).first?.contains("to_h is not after from_h") == true)
  }

  @Test func whatDoesNothingIsTold() throws {
    #expect(
      try idle(
        "count: 1, \(Self.od.dropLast()), layers: [{name: 'AM'}], lookup: 'TAZ', node_weights: 'w.csv'}")
        == ["demand.od.layers", "demand.od.lookup", "demand.od.node_weights"])
    #expect(
      try idle("count: 1, od: {kind: 'matrix', zones: 'z', trips: 't.omx', lookup: 'TAZ', ends: 'nodes'}")
        .isEmpty)
  }

  @Test func weeksAreReadAndWritten() throws {
    let scenario = try load("per_hour: 3, profile: {mon: [1, 2.5], sun: [0]}")
    let again = try Scenario.load(text: scenario.resolved.indented, file: "s.json5")
    #expect(again == scenario)
    guard case .synthetic(let side) = scenario.demand, case .week(let week) = side.arrivals.profile else {
      Issue.record("no week")
      return
    }
    let monday: [Double]? = [1, 2.5]
    let sunday: [Double]? = [0]
    #expect(week.days[0] == monday && week.days[6] == sunday)
    #expect(week.days[1...5].allSatisfy { $0 == nil })
    #expect(abs(week.mean - 0.25) < 1e-12)
    #expect(faults("per_hour: 3, profile: {mon: [0]}").first?.contains("no weight is above 0") == true)
    #expect(faults("per_hour: 3, profile: {monday: [1]}").contains { $0.contains("monday") })
  }

  @Test func usersHaveNoWeeklyHabit() {
    let sentence = #expect(throws: ScenarioError.self) {
      try Scenario.load(
        text:
          "{space: {kind: 'plane'}, supply: {kind: 'users'}, demand: {kind: 'users'}, users: {count: 1, profile: {mon: [1]}}}",
        file: "s.json5", overrides: ["time.duration_s=null"])
    }
    #expect(sentence.map { "\($0)".contains("users.profile") } == true)
  }
}
