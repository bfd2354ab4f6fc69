import JSON5
import Testing

@testable import PolicyProcess

/// What a served policy sees of a message.
struct PolicyAttemptTests {
  @Test
  func `an attempt has its fields, and candidates have theirs`() throws {
    let text =
      #"{"type":"attempt","time_s":60.5,"cycle":2,"attempt":1,"random":18446744073709551615,"request":{"party_size":2},"#
      + #""promise":{"max_ride_s":null},"funnel":{"on_route":3},"candidates":[{"driver":7,"cost":1.5},{"driver":"b"}]}"#
    let attempt = PolicyAttempt(try #require(JSON(parsing: text)))
    #expect(attempt.time == 60.5)
    #expect((attempt.cycle, attempt.attempt) == (2, 1))
    #expect(attempt.random == .max)
    #expect(attempt.request["party_size"]?.whole == 2)
    #expect(attempt.promise["max_ride_s"] == .null)
    #expect(attempt.funnel["on_route"]?.whole == 3)
    #expect(attempt.candidates.map(\.driver) == [.integer(7), .text("b")])
    #expect(attempt.candidates[0]["cost"] == 1.5)
    #expect(attempt.candidates[1]["cost"].isNaN)
  }
}
