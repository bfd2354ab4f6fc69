import JSON5
import Scenario
import Testing

@testable import Shifts

struct ShiftsFieldsTests {
  @Test func `a scenario is read with its defaults, and what is written is read again`() throws {
    let scenario = try Given.scenario("programme: {kind: 'synthetic', \(Given.slots)}, \(Given.volunteers)")
    let fields = scenario.fields(of: ShiftsFields.self)
    #expect(fields.matching.attempts == 3 && fields.matching.assignment == .optimal)
    #expect(fields.deadline(in: scenario) == scenario.time.duration)
    let again = try Scenario.load(text: scenario.resolved.compact, file: "y.json5", markets: .withShifts)
    #expect(again == scenario)
  }

  @Test(arguments: [
    (
      "programme: {kind: 'synthetic', slots: [{name: 'a', begin_s: 3000, end_s: 2000}]}",
      "the slot ends at or before its start"
    ),
    (
      "programme: {kind: 'synthetic', slots: [{name: 'a', begin_s: 500, end_s: 2000}]}",
      "slot `a` begins at 500.0 s, before sign-up ends at 1000.0 s"
    ),
    (
      "programme: {kind: 'listed', \(Given.slots), posts: [{name: 'desk', slots: [], places: 2}]}",
      "post `desk` is in no slot"
    ),
    (
      "programme: {kind: 'listed', \(Given.slots), posts: [{name: 'desk', slots: ['dusk'], places: 2}]}",
      "post `desk` is in slot `dusk`, which is not in `slots`: day, night"
    ),
    (
      "programme: {kind: 'listed', \(Given.slots), posts: [{name: 'desk'}]}",
      "post `desk` has neither `places` nor `zones`"
    ),
    (
      "programme: {kind: 'listed', \(Given.slots), posts: [{name: 'a', places: 1}, {name: 'a', places: 1}]}",
      "two posts are called `a`"
    ),
  ])
  func `what cannot be is refused with a sentence`(text: String, sentence: String) {
    let fault = Given.fault(text + ", " + Given.volunteers)
    #expect(fault.contains(sentence), "\(fault)")
  }

  @Test(arguments: [
    ("volunteers: {kind: 'synthetic', count: 3, sees_strength: 4}", "nobody sees the counts"),
    ("volunteers: {kind: 'synthetic', count: 3, sees: 'counts', sees_strength: 0}", "it has no weight"),
    (
      "volunteers: {kind: 'synthetic', count: 3, flexible_share: 1, slot_flexible_share: 0.5}",
      "everybody accepts any post in all slots"
    ),
    (
      "\(Given.volunteers), matching: {assignment: 'none', reserve_share: 0.1}",
      "nobody is assigned at the deadline"
    ),
    (
      "volunteers: {kind: 'synthetic', count: 3, wishes_max: 1}, behaviour: {change_probability: 0.1}",
      "volunteers wish for only one post per slot"
    ),
  ])
  func `a field that changes nothing is told`(text: String, reason: String) throws {
    let scenario = try Given.scenario("programme: {kind: 'synthetic', \(Given.slots)}, \(text)")
    #expect(scenario.idleFields.contains { $0.reason.contains(reason) }, "\(scenario.idleFields)")
  }

  @Test func `volunteers that are drawn need a period, and sign-up an end`() {
    let fault = Given.fault(
      "programme: {kind: 'synthetic', \(Given.slots)}, \(Given.volunteers), time: {duration_s: null}")
    #expect(!fault.isEmpty)
  }
}
