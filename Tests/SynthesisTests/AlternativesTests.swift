import Quantities
import Testing
import Travellers

@testable import Synthesis

/// The alternatives of passengers in a file of requests.
@Suite struct AlternativesTests {
  private static let choice = [
    "money={}", "demand.choice={weights: {ride_s: -0.001, price: -0.1}, alternative: 'recorded'}",
  ]
  private static let header =
    "request_id,submit_s,origin_x,origin_y,destination_x,destination_y,alternative_s,alternative_cost\n"

  @Test
  func `each row has its alternative`() throws {
    let rows = "3,0,0,0,3000,4000,1800,12.5\n1,0,0,0,3000,4000,0,0\n"
    let population = try RecordedTables.population(requests: Self.header + rows, overrides: Self.choice)
    #expect(
      population.alternatives == [
        1: Alternative(time: .zero, cost: 0), 3: Alternative(time: Milliseconds(1_800_000), cost: 1250),
      ])
    // Where no money counts, the cost is not looked at.
    let free = ["demand.choice={weights: {ride_s: -0.001}, alternative: 'recorded'}"]
    let timed = try RecordedTables.population(
      requests: Self.header + "3,0,0,0,3000,4000,1800.25,\n", overrides: free)
    #expect(timed.alternatives == [3: Alternative(time: Milliseconds(1_800_250))])
    // Without a choice, or with another alternative, nothing is.
    for overrides in [[], ["demand.choice={weights: {ride_s: -1}}"]] {
      let others = try RecordedTables.population(
        requests: Self.header + "3,0,0,0,3000,4000,-1,x\n", overrides: overrides)
      #expect(others.alternatives.isEmpty)
    }
  }

  @Test
  func `rows that are drawn again keep theirs`() throws {
    let rows = (1...20).map { "\($0),\($0),0,0,3000,4000,\($0 * 100),\($0)\n" }.joined()
    let population = try RecordedTables.population(
      requests: Self.header + rows,
      overrides: Self.choice + ["demand.resample=bootstrap"])
    #expect(population.requests.count == 20 && population.alternatives.count == 20)
    for request in population.requests {
      let second = request.submit.seconds
      #expect(
        population.alternatives[request.id]
          == Alternative(time: Milliseconds(Int64(second) * 100_000), cost: Int64(second) * 100))
    }
    #expect(Set(population.requests.map(\.submit)).count < 20)
  }

  @Test
  func `every alternative that is absent or negative is named, with its place`() {
    let rows = """
      1,0,0,0,3000,4000,-1,5
      2,0,0,0,3000,4000,,5
      3,0,0,0,3000,4000,600,
      4,0,0,0,3000,4000,600,-5
      5,0,0,0,3000,4000,soon,5
      6,0,0,0,3000,4000,600,5

      """
    #expect(
      RecordedTables.fault(requests: Self.header + rows, overrides: Self.choice) == """
        r.csv:2: column alternative_s: found “-1”; seconds from 0 up is expected
        r.csv:3: column alternative_s: the field is empty; a finite number is expected
        r.csv:4: column alternative_cost: the field is empty; an amount of MAD from 0 to 1000000000 with at most 2 decimals is expected
        r.csv:5: column alternative_cost: found “-5”; an amount of MAD from 0 to 1000000000 with at most 2 decimals is expected
        r.csv:6: column alternative_s: found “soon”; a finite number is expected
        """)
    let fault = RecordedTables.fault(
      requests: "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,0,0,0,3000,4000\n",
      overrides: Self.choice)
    #expect(fault.hasPrefix("r.csv:1: missing columns alternative_s, alternative_cost; present:"), "\(fault)")
  }
}
