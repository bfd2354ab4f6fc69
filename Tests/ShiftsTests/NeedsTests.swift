import JSON5
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Statistics
import Testing

@testable import Shifts

/// Beds, meals and T-shirts against a count worked out apart, and against the laws by which they are drawn.
struct NeedsTests {
  static let needs = """
    needs={beds: {share: 0.4, before: "10:00", after: "20:30"},
      meals: {kinds: [{name: "any", weight: 6}, {name: "vegetarian", weight: 3}, {name: "vegan", weight: 1}]},
      shirts: {sizes: [{name: "S", weight: 2}, {name: "M", weight: 3}, {name: "L", weight: 2}], shifts: 2}}
    """

  private static func results(_ overrides: [String]) throws -> RunResults<ShiftsWorld> {
    let (scenario, folder) = try Given.shipped("shifts", overrides: overrides)
    return try ShiftsWorld(scenario, folder: folder).results()
  }

  private static func run(_ overrides: [String]) throws -> ShiftsRun { try results(overrides).run }

  @Test func `needs change nothing that happens`() throws {
    let (with, without) = (try Self.run([Self.needs]), try Self.run([]))
    #expect(with.records.ledger == without.records.ledger)
    #expect(with.festival.volunteers == without.festival.volunteers)
    #expect(without.festival.needs.isEmpty && NeedsTally(of: without) == nil)
  }

  /// The festival is on a Friday, a Saturday and a Sunday, each with slots from 9 to 13, 13 to 17 and 17 to 21.
  @Test func `what is needed is what a count by volunteers and evenings says`() throws {
    let run = try Self.run([Self.needs, "behaviour.no_show_probability=0.2", "matching.reserve_share=0.1"])
    let tally = try #require(NeedsTally(of: run))
    let requests = run.records.lifecycle.requests
    var expected: [String: Int] = [:]
    for (volunteer, needs) in zip(run.festival.volunteers, run.festival.needs) {
      let there = volunteer.requests.filter {
        requests[$0].outcome == .worked || requests[$0].outcome == .stoodBy
      }
      .map { Int(run.festival.requests[$0].slot) }
      for slot in there { expected["meal \(needs.meal) \(slot)", default: 0] += 1 }
      if there.count > 1 { expected["shirt \(needs.shirt) \(there[1])", default: 0] += 1 }
      guard needs.staysOvernight, let first = there.first, let last = there.last else { continue }
      // Nights after Thursday (0) to Sunday (3): mornings begin before ten, evenings end after half past eight.
      for night in 0...3 {
        let isBefore = night == first / 3 && first % 3 == 0
        let isAfter = night == last / 3 + 1 && last % 3 == 2
        let isBetween = night > first / 3 && night <= last / 3
        if isBefore || isBetween || isAfter { expected["bed \(night)", default: 0] += 1 }
      }
    }
    for entry in tally.entries {
      let key =
        entry.need == .bed ? "bed \(entry.day - 46)" : "\(entry.need) \(entry.kind) \(entry.slot.rawValue)"
      #expect(entry.came == expected.removeValue(forKey: key) ?? 0, "\(key)")
      #expect(entry.planned >= 0)
    }
    #expect(expected.isEmpty)
    let meals = tally.entries.filter { $0.need == .meal }
    #expect(meals.reduce(0) { $0 + $1.planned } > meals.reduce(0) { $0 + $1.came })
  }

  /// Who has a place when the assignment is done, by the ledger.
  @Test func `what is planned is what the ledger says at the deadline`() throws {
    let run = try Self.run([Self.needs, "behaviour.answer_delay_s=0"])
    let tally = try #require(NeedsTally(of: run))
    var held: Set<SignUpIndex> = []
    for change in run.records.ledger where change.time <= run.deadline {
      if change.taken > 0 { held.insert(change.request) }
      if change.taken < 0 { held.remove(change.request) }
    }
    let meals = tally.entries.filter { $0.need == .meal }
    #expect(meals.reduce(0) { $0 + $1.planned } == held.count && held.count > 1000)
    for slot in run.festival.programme.slots.places {
      let planned = meals.filter { $0.slot == slot }.reduce(0) { $0 + $1.planned }
      #expect(planned == held.count { run.festival.requests[$0].slot == slot })
    }
  }

  @Test func `kinds are needed as often as their weights say, and shares of one change nothing in another`()
    throws
  {
    let many = "volunteers.count=20000"
    let run = try Self.run([Self.needs, many])
    let needs = run.festival.needs
    func z(_ found: Int, _ share: Double) -> Double {
      let count = Double(needs.count)
      return (Double(found) - share * count) / (share * (1 - share) * count).squareRoot()
    }
    #expect(abs(z(needs.count(where: \.staysOvernight), 0.4)) < 3.5)
    for (kind, share) in [0.6, 0.3, 0.1].enumerated() {
      #expect(abs(z(needs.count { $0.meal == kind }, share)) < 3.5)
    }
    for (size, share) in [2.0 / 7, 3.0 / 7, 2.0 / 7].enumerated() {
      #expect(abs(z(needs.count { $0.shirt == size }, share)) < 3.5)
    }
    // The aspects are independent of one another.
    let joint = needs.count { $0.staysOvernight && $0.meal == 1 && $0.shirt == 1 }
    #expect(abs(z(joint, 0.4 * 0.3 * 3 / 7)) < 3.5)
    let other = try Self.run([Self.needs, many, "needs.meals.kinds[0].weight=1", "needs.beds.share=0.9"])
    #expect(other.festival.needs.map(\.shirt) == needs.map(\.shirt))
    #expect(other.festival.needs.map(\.meal) != needs.map(\.meal))
    #expect(zip(needs, other.festival.needs).allSatisfy { !$0.staysOvernight || $1.staysOvernight })
    let (fewer, _) = try Given.shipped("shifts", overrides: [Self.needs, "volunteers.count=100"])
    #expect(try ShiftsWorld(fewer, folder: ".").festival.needs == Array(needs.prefix(100)))
  }

  @Test func `figures of kinds, days and slots add up, and are those that a study lists beforehand`() throws {
    let results = try Self.results([Self.needs])
    let figures = results.figures
    func value(_ name: String) -> Double? { figures.rows.first { $0.metric.name == name }?.value }
    let kinds = ["any", "vegetarian", "vegan"]
    #expect(value("meals") == kinds.compactMap { value("meals.\($0)") }.reduce(0, +))
    let days = ["2027-05-21", "2027-05-22", "2027-05-23"]
    for kind in kinds {
      #expect(value("meals.\(kind)") == days.compactMap { value("meals.\(kind).\($0)") }.reduce(0, +))
      #expect(value("meals.\(kind)") == (1...9).compactMap { value("meals.\(kind).slot_\($0)") }.reduce(0, +))
    }
    #expect(value("beds") == (["2027-05-20"] + days).compactMap { value("beds.\($0)") }.reduce(0, +))
    #expect(value("shirts") == ["S", "M", "L"].compactMap { value("shirts.\($0)") }.reduce(0, +))
    let listed = ShiftsModel.figures(of: results.run.scenario.resolved, varying: [])
    #expect(figures.rows.allSatisfy { listed.index(of: FigureColumn($0.metric, $0.statistic)) != nil })
    #expect(listed.named("meals.vegan.slot_9") != nil && ShiftsModel.figures.named("meals.vegan") == nil)
    let words = "\(results.summary(try results.digest()))"
    #expect(words.contains("T-shirts") && words.contains("vegan"))
  }

  private static let posts = "post,slot,begin_s,end_s,places\ndesk,day,2000,3000,5\nbar,day,2000,3000,5"

  private static func world(_ volunteers: String, needs: String) throws -> ShiftsWorld {
    try Given.world(posts: posts, volunteers: volunteers, more: "needs: \(needs)")
  }

  @Test func `a file says who needs what, and what it does not say is drawn`() throws {
    let needs = """
      {beds: {share: 0}, meals: {kinds: [{name: 'any'}, {name: 'vegan', weight: 0}]},
       shirts: {sizes: [{name: 'M', weight: 0}, {name: 'XL'}]}}
      """
    let world = try Self.world(
      """
      volunteer_id,sign_up_s,slot,post,overnight,meal,shirt
      1,0,day,desk,true,vegan,M
      2,0,day,desk,,,
      3,0,day,desk,false,any,XL
      """, needs: needs)
    #expect(
      world.festival.needs == [
        VolunteerNeeds(staysOvernight: true, meal: 1, shirt: 0), VolunteerNeeds(meal: 0, shirt: 1),
        VolunteerNeeds(meal: 0, shirt: 1),
      ])
    let tally = try #require(NeedsTally(of: try world.run(.init())))
    #expect(tally.entries.filter { $0.need != .bed }.map(\.came) == [2, 1, 1, 2])
    #expect(tally.entries.filter { $0.need == .bed }.map(\.came) == [1, 0])
  }

  @Test(arguments: [
    ("1,0,day,desk,beef", "one of those in `needs`: any, vegan"),
    ("1,0,day,desk,any\n1,0,day,bar,vegan", "a volunteer with the same needs in all rows"),
  ])
  func `needs that contradict the scenario or one another are refused`(rows: String, sentence: String) {
    do {
      _ = try Self.world(
        "volunteer_id,sign_up_s,slot,post,meal\n" + rows,
        needs: "{meals: {kinds: [{name: 'any'}, {name: 'vegan'}]}}")
      Issue.record("\(rows) is read")
    } catch { #expect("\(error)".contains(sentence), "\(error)") }
  }

  @Test func `columns that the scenario orders nothing of are told`() throws {
    let world = try Self.world(
      "volunteer_id,sign_up_s,slot,post,meal\n1,0,day,desk,any", needs: "{beds: {}}")
    #expect(world.notices == ["v.csv: unknown column `meal` is ignored"])
  }

  @Test(arguments: [
    ("{}", "none of `beds`, `meals` and `shirts` is given"),
    ("{meals: {kinds: []}}", "a list of 1 to 100 items"),
    ("{meals: {kinds: [{name: 'a'}, {name: 'a'}]}}", "the name `a` is given twice"),
    ("{meals: {kinds: [{name: 'a.b'}]}}", "a word of 1 to 40 letters"),
    ("{shirts: {sizes: [{name: 'M', weight: 0}]}}", "no weight is above 0"),
  ])
  func `needs that cannot be are refused with a sentence`(needs: String, sentence: String) {
    let fault = Given.fault(
      "programme: {kind: 'synthetic', \(Given.slots)}, \(Given.volunteers), needs: \(needs)")
    #expect(fault.contains(sentence), "\(fault)")
  }

  @Test func `T-shirts that nobody could get are refused`() {
    let fault = Given.fault(
      "programme: {kind: 'synthetic', \(Given.slots)}, volunteers: {kind: 'synthetic', count: 3, max_shifts: 2},"
        + " needs: {shirts: {sizes: [{name: 'M'}], shifts: 3}}")
    #expect(fault.contains("T-shirts are handed out with shift number 3, and no volunteer takes more than 2"))
  }

  @Test func `times of beds that nobody needs are told`() throws {
    let scenario = try Given.scenario(
      "programme: {kind: 'synthetic', \(Given.slots)}, \(Given.volunteers), needs: {beds: {share: 0, after: '18:00'}}"
    )
    #expect(scenario.idleFields.contains { $0.reason.contains("no volunteer stays overnight") })
  }
}
