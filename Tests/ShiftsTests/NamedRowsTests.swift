import Foundation
import Lifecycle
import Metrics
import Models
import Quantities
import TestSupport
import Testing

@testable import Shifts

/// Volunteers whom their file calls by names.
struct NamedRowsTests {
  private static let posts = """
    post,slot,begin_s,end_s,places
    gate,day,2000,3000,60
    kitchen,day,2000,3000,60

    """
  private static let rows = (1...60).map { "person \($0),\(10 * $0),day,\($0 % 2 == 0 ? "gate" : "kitchen")" }
  private static let more = """
    behaviour: {withdraw_probability: 0.3, withdraw_all_probability: 0.2, no_show_probability: 0.2}
    """

  private static func world(_ rows: [String]) throws -> ShiftsWorld {
    try Given.world(
      posts: posts,
      volunteers: (["volunteer_id,sign_up_s,slot,post"] + rows).joined(separator: "\n") + "\n", more: more)
  }

  @Test func `the order of rows changes nothing`() throws {
    var random = SplitMix64(seed: 4)
    func fingerprint(_ rows: [String]) throws -> String {
      try Self.world(rows).results().digest().fingerprint.text
    }
    let expected = try fingerprint(Self.rows)
    #expect(try fingerprint(Self.rows.shuffled(using: &random)) == expected)
  }

  @Test func `another row leaves the draws of all others as they are`() throws {
    /// How each sign-up ended, by the name of the volunteer.
    func ends(_ rows: [String]) throws -> [String: String] {
      let world = try Self.world(rows)
      let run = try world.run(RunObservation())
      var ends: [String: String] = [:]
      for (request, record) in zip(world.festival.requests, run.records.lifecycle.requests) {
        let volunteer = world.festival.volunteers[request.volunteer]
        ends[world.names.text(of: volunteer.id)] = "\(record.outcome)"
      }
      return ends
    }
    let few = try ends(Self.rows)
    var more = try ends(["a,5,day,gate"] + Self.rows)
    #expect(more.removeValue(forKey: "a") != nil)
    #expect(more == few && Set(few.values).count > 1)
  }
}
