import Matching
import Testing

@testable import OutsidePolicies

/// What a process that decides windows may answer.
struct WindowHelloTests {
  @Test
  func `a greeting requests fields of requests, drivers and pairs`() throws {
    let all = try WindowHello(#"{"protocol":1,"decides":"windows"}"#)
    #expect(all.decidesWindows && !all.withoutPairs && !all.wantsBatch)
    #expect(all.request.count == AttemptMessage.windowFields.count)
    #expect(all.driver.count == DriverMessage.fields.count)
    #expect(all.pair.map(\.field.name) == ["request_id", "driver", "cost"])
    let few = try WindowHello(
      #"{"protocol":1,"decides":"windows","request":[],"driver":["seats","driver"],"pair":["in_batch"],"without_pairs":true}"#
    )
    #expect(few.request.isEmpty && few.driver.map(\.field.name) == ["driver", "seats"])
    #expect(few.wantsBatch && few.withoutPairs)
  }

  @Test(arguments: [
    #"{"protocol":1}"#, #"{"protocol":1,"candidate":["cost"]}"#, #"{"protocol":1,"decides":"requests"}"#,
  ])
  func `a policy of requests is known by its greeting`(text: String) throws {
    #expect(try !WindowHello(text).decidesWindows)
    #expect(try HelloAnswer(text, walks: false).decides == .requests)
  }

  @Test
  func `a policy of windows is known by its greeting`() throws {
    #expect(
      try HelloAnswer(#"{"protocol":1,"decides":"windows","pair":["cost"]}"#, walks: false).decides
        == .windows)
  }

  @Test(arguments: [
    (#"{"protocol":2,"decides":"windows"}"#, "uses protocol 1"),
    (#"{"protocol":1,"decides":"days"}"#, "`decides` is \"days\"; answer \"windows\""),
    (#"{"protocol":1,"decides":"windows","pair":["price"]}"#, "`price` is not a field of a pair"),
    (#"{"protocol":1,"decides":"windows","driver":"all"}"#, "`driver` is not a list of fields"),
    (#"{"protocol":1,"decides":"windows","standing":true}"#, "`standing` is not a member"),
    (#"{"protocol":1,"decides":"windows","without_pairs":1}"#, "`without_pairs` is not a Boolean"),
  ])
  func `a wrong greeting is told`(_ text: String, _ sentence: String) {
    let fault = #expect(throws: AnswerFault.self) { try WindowHello(text) }
    #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "")")
  }

  @Test
  func `an answer names pairs by what the files call them`() throws {
    let answer = try WindowAnswer(
      #"{"pairs":[{"request_id":5,"driver":"anna"},{"driver":7,"request_id":"r","why":"near"}]}"#)
    #expect(
      answer.pairs == [
        .init(request: "5", driver: "anna"), .init(request: "r", driver: "7", why: "near"),
      ])
    #expect(try WindowAnswer(#"{"pairs":[]}"#).pairs.isEmpty)
  }

  @Test
  func `fields have names of their own`() {
    for names in [
      AttemptMessage.windowFields.map(\.name), DriverMessage.fields.map(\.name),
      PairMessage.fields.map(\.name),
    ] { #expect(Set(names).count == names.count) }
    #expect(PairMessage.fields.count == 18)
  }
}
