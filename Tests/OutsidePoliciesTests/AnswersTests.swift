import Quantities
import Testing

@testable import OutsidePolicies

/// What a process may answer, and what it is told where it answers something else.
struct AnswersTests {
  @Test(
    arguments: [
      (#"{"driver": 17}"#, "17", nil), (#"{"driver":"anna","why":"near"}"#, "anna", "near"),
      (#"{"driver":null}"#, nil, nil),
    ] as [(String, String?, String?)])
  func `a choice is an id, a name or null`(_ text: String, _ driver: String?, _ why: String?) throws {
    let answer = try ChoiceAnswer(text)
    #expect(answer.driver == driver)
    #expect(answer.why == why)
  }

  @Test(arguments: [
    ("", "not a JSON object"), ("17", "not a JSON object"), ("{", "not a JSON object"),
    ("{}", "has no `driver`"),
    (#"{"driver":1.5}"#, "neither an id nor null"), (#"{"driver":[1]}"#, "neither an id nor null"),
    (#"{"driver":1,"score":2}"#, "`score` is not a member"),
    (#"{"driver":1,"why":2}"#, "`why` is not a text"),
  ])
  func `anything else is told with what would be right`(_ text: String, _ sentence: String) {
    let fault = #expect(throws: AnswerFault.self) { try ChoiceAnswer(text) }
    #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "")")
  }

  @Test
  func `bounds may stand in a driver's place`() throws {
    let answer = try ChoiceAnswer(#"{"radius_m":700,"max_wait_s":null,"why":"rush"}"#, widest: 1000)
    #expect(answer.driver == nil && answer.why == "rush")
    #expect(answer.bounds?.radius == 700 && answer.bounds?.maxWait == .never)
    #expect(answer.bounds?.maxDetour == .never && answer.bounds?.maxDetourRatio == .infinity)
    let limits = try ChoiceAnswer(#"{"max_detour_s":60.5,"max_detour_ratio":0.5}"#, widest: 1000).bounds
    #expect(limits?.maxDetour == Milliseconds(60_500) && limits?.maxDetourRatio == 0.5)
    #expect(limits?.radius == .infinity)
    #expect(try ChoiceAnswer(#"{"driver":null}"#).bounds == nil)
  }

  @Test(arguments: [
    (#"{"driver":1,"radius_m":700}"#, "a `driver` and bounds"),
    (#"{"driver":null,"max_wait_s":700}"#, "a `driver` and bounds"),
    (#"{"radius_m":1000.5}"#, "within matching.radius_m, 1000 m"),
    (#"{"radius_m":-1}"#, "`radius_m` is not a number of 0 or more"),
    (#"{"max_detour_s":"9"}"#, "`max_detour_s` is not a number"),
  ])
  func `bounds that mean nothing are told`(_ text: String, _ sentence: String) {
    let fault = #expect(throws: AnswerFault.self) { try ChoiceAnswer(text, widest: 1000) }
    #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "")")
  }

  @Test
  func `cars that stand may be moved beside any choice`() throws {
    let moves = #""move":[{"driver":3,"x":1.5,"y":-2},{"driver":"anna","x":0,"y":0}]"#
    let answer = try ChoiceAnswer("{\"driver\":null,\(moves)}")
    #expect(answer.driver == nil && answer.moves.map(\.driver) == ["3", "anna"])
    #expect(answer.moves[0].place == Coordinates(x: 1.5, y: -2))
    #expect(try ChoiceAnswer("{\"max_wait_s\":60,\(moves)}").moves.count == 2)
    #expect(try HelloAnswer(#"{"protocol":1,"standing":true}"#, walks: false).standing)
  }

  @Test(arguments: [
    (#"{"driver":1,"move":3}"#, "`move` is not a list"),
    (#"{"driver":1,"move":[{"driver":3}]}"#, "does not have the form"),
    (#"{"driver":1,"move":[{"driver":3,"x":1,"y":2,"z":3}]}"#, "does not have the form"),
    (#"{"driver":1,"move":[{"driver":3,"x":1,"y":2},{"driver":3,"x":1,"y":2}]}"#, "driver 3 is moved twice"),
  ])
  func `moves of another form are told`(_ text: String, _ sentence: String) {
    let fault = #expect(throws: AnswerFault.self) { try ChoiceAnswer(text) }
    #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "")")
  }

  @Test
  func `a greeting may request for few fields, in the order of hello`() throws {
    let all = try HelloAnswer(#"{"protocol":1}"#, walks: false)
    #expect(all.request.count == AttemptMessage.fields.count)
    #expect(all.candidate.count == CandidateMessage.fields.count)
    #expect(!all.withoutCandidates)
    let few = try HelloAnswer(
      #"{"protocol":1,"candidate":["cost","driver"],"request":[],"without_candidates":true}"#,
      walks: false)
    #expect(few.candidate.map(\.field.name) == ["driver", "cost"])
    #expect(few.request.isEmpty)
    #expect(few.withoutCandidates)
  }

  @Test(arguments: [false, true])
  func `walks are told where passengers walk, and wherever they are asked for`(walks: Bool) throws {
    let names = ["walk_to_pickup_m", "walk_from_dropoff_m"]
    let all = try HelloAnswer(#"{"protocol":1}"#, walks: walks).candidate.map(\.field.name)
    #expect(all == CandidateMessage.fields.map(\.name) + (walks ? names : []))
    #expect(CandidateMessage.fields(walks: walks).map(\.name) == all)
    let asked = try HelloAnswer(#"{"protocol":1,"candidate":["driver","walk_to_pickup_m"]}"#, walks: walks)
    #expect(asked.candidate.map(\.field.name) == ["driver", "walk_to_pickup_m"])
  }

  @Test(arguments: [
    (#"{"protocol":2}"#, "uses protocol 1"),
    (#"{"protocol":1,"candidate":["price"]}"#, "`price` is not a field"),
    (#"{"protocol":1,"request":"all"}"#, "not a list of fields"),
    (#"{"protocol":1,"without_candidates":1}"#, "not a Boolean"),
  ])
  func `a wrong greeting is told`(_ text: String, _ sentence: String) {
    let fault = #expect(throws: AnswerFault.self) { try HelloAnswer(text, walks: true) }
    #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "")")
  }

  @Test
  func `fields have names of their own`() {
    #expect(Set(AttemptMessage.fields.map(\.name)).count == AttemptMessage.fields.count)
    let candidate = CandidateMessage.fields(walks: true)
    #expect(Set(candidate.map(\.name)).count == candidate.count)
  }
}
