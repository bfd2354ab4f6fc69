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
    ("", "no object in JSON"), ("17", "no object in JSON"), ("{", "no object in JSON"),
    ("{}", "names no `driver`"),
    (#"{"driver":1.5}"#, "neither an id nor null"), (#"{"driver":[1]}"#, "neither an id nor null"),
    (#"{"driver":1,"score":2}"#, "`score` is no member"), (#"{"driver":1,"why":2}"#, "`why` is no text"),
  ])
  func `anything else is told with what would be right`(_ text: String, _ sentence: String) {
    let fault = #expect(throws: AnswerFault.self) { try ChoiceAnswer(text) }
    #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "")")
  }

  @Test
  func `a greeting may request for few fields, in the order of hello`() throws {
    let all = try HelloAnswer(#"{"protocol":1}"#, walks: false)
    #expect(all.request.count == AttemptRow.fields.count)
    #expect(all.candidate.count == CandidateRow.fields.count)
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
    #expect(all == CandidateRow.fields.map(\.name) + (walks ? names : []))
    #expect(CandidateRow.fields(walks: walks).map(\.name) == all)
    let asked = try HelloAnswer(#"{"protocol":1,"candidate":["driver","walk_to_pickup_m"]}"#, walks: walks)
    #expect(asked.candidate.map(\.field.name) == ["driver", "walk_to_pickup_m"])
  }

  @Test(arguments: [
    (#"{"protocol":2}"#, "speaks protocol 1"),
    (#"{"protocol":1,"candidate":["price"]}"#, "`price` is no field"),
    (#"{"protocol":1,"request":"all"}"#, "no list of fields"),
    (#"{"protocol":1,"without_candidates":1}"#, "no truth value"),
  ])
  func `a wrong greeting is told`(_ text: String, _ sentence: String) {
    let fault = #expect(throws: AnswerFault.self) { try HelloAnswer(text, walks: true) }
    #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "")")
  }

  @Test
  func `fields have names of their own`() {
    #expect(Set(AttemptRow.fields.map(\.name)).count == AttemptRow.fields.count)
    let candidate = CandidateRow.fields(walks: true)
    #expect(Set(candidate.map(\.name)).count == candidate.count)
  }
}
