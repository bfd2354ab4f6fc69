import Foundation
import Ground
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Spaces
import TestSupport
import Testing

@testable import Services

/// Scenarios of the market: their fields, what is drawn, what is read, and what is said of bad input.
struct ServicesScenarioTests {
  private static let markets = ScenarioMarkets([ScenarioMarket(ServicesFields.self)])

  /// The fields every scenario here begins with.
  private static let head = """
    market: "services", name: "s", time: { duration_s: 86400 },
    space: { kind: "plane", width_m: 10000, height_m: 10000, speed_kmh: 36 },
    """

  private static func load(_ body: String) throws -> Scenario {
    try Scenario.load(text: "{\(head)\(body)}", file: "s.json5", markets: markets)
  }

  /// The scenario of `body` over `days`.
  static func load(_ body: String, days: Int) throws -> Scenario {
    let head = head.replacing("86400", with: "\(86_400 * days)")
    return try Scenario.load(text: "{\(head)\(body)}", file: "s.json5", markets: markets)
  }

  private static let synthetic = """
    categories: [{ name: "plumbing", tasks: ["leak", "boiler"] }, { name: "cleaning" }],
    supply: { kind: "synthetic", count: 40, task_share: 0.5, hours: [{ hours: "mon-fri 09:00-17:00" }] },
    demand: { kind: "synthetic", count: 200, task_share: 0.5, budget: {}, rating_share: 0.5 },
    """

  private static func faults(_ body: String) -> String {
    do {
      _ = try load(body)
      return ""
    } catch { return "\(error)" }
  }

  @Test("What is drawn for one hangs on its number alone: more of them, or another radius, change nobody")
  func drawsAreKeyed() throws {
    let one = try ServicesWorld(Self.load(Self.synthetic), folder: "")
    let more = try ServicesWorld(
      Self.load(
        Self.synthetic.replacing("count: 40", with: "count: 60").replacing("count: 200", with: "count: 300")
          + "matching: { radius_m: 1000 },"), folder: "")
    #expect(one.setup.providers.count == 40 && more.setup.providers.count == 60)
    for (a, b) in zip(one.setup.providers, more.setup.providers) {
      #expect(
        a.base == b.base && a.price == b.price && a.offers == b.offers && a.priorRating == b.priorRating)
    }
    for (a, b) in zip(one.setup.jobs, more.setup.jobs) {
      #expect(a.submit == b.submit && a.place == b.place && a.estimate == b.estimate && a.budget == b.budget)
    }
  }

  private static let exchange = """
    categories: [{ name: "help" }], settlement: { kind: "time_credits" },
    supply: { kind: "synthetic", count: 40, new_share: 0.3, closing_share: 0.5 },
    """

  @Test("Jobs near home lie evenly in the disc around the member who requests them")
  func nearHome() throws {
    let world = try ServicesWorld(
      Self.load(
        Self.exchange
          + "demand: { kind: \"synthetic\", count: 2000, place: { kind: \"home\", radius_m: 400 } },"),
      folder: "")
    let setup = world.setup
    let ways = setup.jobs.filter { job in
      // The space ends somewhere: who lives at its border draws again.
      let base = setup.providers[job.client].base.position
      return [base.x, base.y].allSatisfy { (400...9_600).contains($0) }
    }.map { job in
      let base = setup.providers[job.client].base.position
      let offset = (job.place.position.x - base.x, job.place.position.y - base.y)
      return (offset.0 * offset.0 + offset.1 * offset.1).squareRoot()
    }
    #expect(ways.count > 1_000 && ways.allSatisfy { $0 <= 400.01 })
    // Half of the disc lies within the radius ÷ √2.
    let inner = ways.count { $0 <= 400 / 2.0.squareRoot() }
    #expect(abs(Double(2 * inner - ways.count)) < 4 * Double(ways.count).squareRoot())
    #expect(
      setup.jobs.allSatisfy { job in
        let member = setup.providers[job.client]
        return member.registered <= job.submit && job.submit < member.closes && job.refusal == nil
      })
    #expect(setup.providers.contains { $0.closes != .never })
  }

  @Test("Members who pay money for what they ask near home do not come to themselves")
  func nearHomeForMoney() throws {
    let jobs = "demand: { kind: \"synthetic\", count: 200, place: { kind: \"home\" } },"
    let money = Self.exchange.replacing("time_credits", with: "money")
    let run = try ServicesWorld(Self.load(money + jobs), folder: "").run(RunObservation(records: true))
    #expect(run.setup.jobs.allSatisfy { $0.client != .none })
    #expect(run.appointments.allSatisfy { run.setup.jobs[$0.job].client != $0.provider })
    #expect(run.ledger.entries.contains { $0.from == .clients })
  }

  @Test("Jobs near home need members")
  func nearHomeNeedsMembers() {
    let home = "demand: { kind: \"synthetic\", count: 10, place: { kind: \"home\" } },"
    #expect(
      Self.faults(Self.exchange.replacing("count: 40", with: "count: 0") + home).contains("require members"))
    #expect(Self.faults(Self.exchange + home) == "")
    let base = Self.exchange.replacing("count: 40", with: "count: 40, place: { kind: \"home\" }")
    #expect(Self.faults(base + "demand: { kind: \"synthetic\", count: 10 },").contains("found \"home\""))
  }

  @Test("An impression is a place among the first of a search, of whom the client takes one")
  func impressions() throws {
    for (choice, first) in [("best", 1), ("logit", 3)] {
      let kind = choice == "best" ? "{ kind: \"best\" }" : "{ kind: \"logit\", first: 3 }"
      let world = try ServicesWorld(
        Self.load(Self.synthetic + "matching: { choice: \(kind) },"), folder: "")
      let run = try world.run(RunObservation(records: true))
      let shown = run.attempts.filter { !run.setup.jobs[$0.job].isProbe }
        .reduce(0) { $0 + min(first, Int($1.funnel[.credit])) }
      #expect(run.providers.reduce(0) { $0 + Int($1.impressions) } == shown && shown > 100)
    }
  }

  @Test("A scenario runs, its outcomes add up, and its summary and an explanation are words")
  func runs() throws {
    let world = try ServicesWorld(Self.load(Self.synthetic), folder: "")
    let results = try world.results()
    let figures = results.figures
    #expect(figures.outcomes.reduce(0) { $0 + $1.count } == 200)
    #expect(try results.digest().fingerprint == world.results().digest().fingerprint)
    let done = try #require(results.run.jobs.firstIndex { $0.outcome == .done })
    let text = try #require(try world.explanation(ofRequest: "\(done)", showing: 3)?.text)
    #expect(text.contains("job \(done): done") && text.contains("appointment with provider"))
    #expect(try world.explanation(ofRequest: "nobody", showing: 3)?.text == nil)
  }

  @Test("An explanation gives charges and scores with their units")
  func explanationHasUnits() throws {
    let home = "demand: { kind: \"synthetic\", count: 60, place: { kind: \"home\" } },"
    for (settlement, charge) in [
      ("time_credits", " s of credit, rated"), ("money", "smallest currency units, rated"),
    ] {
      let scenario = Self.exchange.replacing("time_credits", with: settlement) + home
      let world = try ServicesWorld(Self.load(scenario), folder: "")
      let done = try #require(world.results().run.jobs.firstIndex { $0.outcome == .done })
      let text = try #require(try world.explanation(ofRequest: "\(done)", showing: 3)?.text)
      #expect(text.contains(charge), Comment(rawValue: text))
      #expect(text.contains(#/ stars, score −?([0-9]+ min )?[0-9]+ s\n/#), Comment(rawValue: text))
    }
  }

  @Test("Balances decay by the fields of the settlement, which warn where nothing decays")
  func decayFields() throws {
    func notices(_ settlement: String) throws -> String {
      let scenario = Self.exchange.replacing(
        "kind: \"time_credits\"", with: "kind: \"time_credits\", " + settlement)
      let home = "demand: { kind: \"synthetic\", count: 60, place: { kind: \"home\" } },"
      return try Self.load(scenario + home).idleFields.map(\.description).joined()
    }
    #expect(try notices("decay_share: 0.5").contains("the period ends before the first decay"))
    #expect(try notices("decay_days: 7").contains("nothing decays"))
    #expect(!(try notices("decay_share: 0.5, decay_days: 1").contains("decay")))
  }

  @Test("Means and deviations of counts are kept as they are, not rounded to whole numbers")
  func meansOfCountsAreNotRounded() throws {
    let results = try ServicesWorld(Self.load(Self.synthetic), folder: "").results()
    let kept = results.run.providers.map { Double($0.kept) }
    let mean = kept.reduce(0, +) / Double(kept.count)
    let squares = kept.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(kept.count - 1)).squareRoot()
    let written = try Self.summary(of: results.run)
    #expect(mean != mean.rounded() && deviation != deviation.rounded())
    #expect(written["jobs_per_provider,mean"].map { abs($0 - mean) < 1e-6 } == true)
    #expect(written["jobs_per_provider,sd"].map { abs($0 - deviation) < 1e-6 } == true)
    #expect(written["jobs_per_provider,max"] == kept.max())
    #expect(written["jobs_per_provider,count"] == Double(kept.count))
  }

  /// The numbers of summary.csv, by metric and statistic.
  private static func summary(of run: ServicesRun) throws -> [String: Double] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "services-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var tables = ResultTables(folder: folder.path, runID: run.identity.runID)
    _ = try ServicesRun.tables.writeResults(of: run, run.identity, run.measured(), into: &tables)
    let text = try String(contentsOf: folder.appending(path: "summary.csv"), encoding: .utf8)
    var numbers: [String: Double] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      numbers[fields[4...5].joined(separator: ",")] = Double(fields[6])
    }
    return numbers
  }

  @Test(
    "Bad fields are refused with what would be right",
    arguments: [
      (#"supply: { kind: "synthetic", hours: [{ hours: "mon 18:00-09:00" }] },"#, "ends before it begins"),
      (
        #"supply: { kind: "synthetic" }, demand: { kind: "synthetic", count: 5 },"#,
        "a side of kind `synthetic` requires categories"
      ),
      (#"categories: [{ name: "a" }, { name: "a" }],"#, "the name `a` is given twice"),
      (
        #"settlement: { kind: "time_credits", start_s: 0, credit_floor_s: 10 },"#, "members would begin below"
      ),
      (#"matching: { spacing_m: 5 },"#, "matching.spacing_m"),
      (
        #"categories: [{ name: "a" }], supply: { kind: "synthetic", area: { kind: "districts" } },"#,
        "require `districts`"
      ),
    ])
  func refusesFields(body: String, words: String) {
    #expect(Self.faults(body).contains(words))
  }

  // MARK: - Files

  private static let providers = """
    provider_id,base_x,base_y,categories,radius_m,districts,hours,price_per_h,rating,registered_s,validated_s
    ann,1000,1000,plumbing:leak+boiler|cleaning,3000,,mon-fri 09:00-17:00,5000,4.5,,
    bob,2000,1000,cleaning,,north|south,,4000,,100,500

    """
  private static let jobs = """
    job_id,submit_s,category,task,place_x,place_y,duration_s,budget,least_rating,client_id
    1,10,plumbing,leak,1100,1000,3600,9000,4,bob
    2,20,roofing,,1100,1000,3600,,,bob
    3,30,cleaning,,99999,1000,3600,,,ann

    """
  private static let recorded = """
    districts: [{ name: "north", part: { kind: "rectangle", west: 0, south: 5000, east: 10000, north: 10000 } },
                { name: "south", part: { kind: "disc", x: 1000, y: 1000, radius_m: 500 } }],
    supply: { kind: "recorded", file: "providers.csv" }, demand: { kind: "recorded", file: "jobs.csv" },
    """

  private static func world(_ providers: String, _ jobs: String, _ body: String = "") throws -> ServicesWorld
  {
    try withScratchFolder { folder in
      try providers.write(toFile: folder + "/providers.csv", atomically: true, encoding: .utf8)
      try jobs.write(toFile: folder + "/jobs.csv", atomically: true, encoding: .utf8)
      return try ServicesWorld(load(recorded + body), folder: folder)
    }
  }

  @Test("Files are read: categories, tasks, districts, hours, names; refused rows stay with their cause")
  func readsFiles() throws {
    let world = try Self.world(Self.providers, Self.jobs)
    #expect(world.setup.trades.categories.map(\.name) == ["plumbing", "cleaning", "roofing"])
    #expect(world.setup.providers[0].offers.map(\.tasks) == [TaskSet(bits: 3), .all])
    #expect(world.setup.providers[1].area == .districts(DistrictSet(bits: 3)))
    #expect(world.setup.providers[1].validated == Milliseconds(500_000))
    #expect(world.setup.jobs[0].districts == DistrictSet(bits: 2))
    #expect(world.setup.jobs.map(\.refusal) == [nil, nil, .outsideSpace])
    #expect(world.providerNames.text(of: 1) == "ann")
    #expect(
      world.notices.contains {
        $0.contains("1 of 3 (33.3 %) require the category `roofing`, which nobody offers")
      })
    #expect(world.notices.contains { $0.contains("1 outside_space") })
  }

  @Test("Hours for hours need the member who asks")
  func clientsAreMembers() throws {
    let body = #"settlement: { kind: "time_credits" },"#
    let world = try Self.world(Self.providers, Self.jobs, body)
    #expect(world.setup.jobs.map(\.client) == [1, 1, 0])
    let error = #expect(throws: SynthesisError.self) {
      try Self.world(Self.providers, Self.jobs.replacing(",ann", with: ",zoe"), body)
    }
    #expect(error.map { "\($0)" }?.contains("the provider_id of the requesting member") == true)
  }

  @Test(
    "What is wrong with a row is said with its line and with what would be right",
    arguments: [
      ("mon-fri 09:00-17:00", "mon 17:00-09:00", "`17:00-09:00` ends before it begins"),
      ("north|south", "east", "districts of the scenario separated by `|`: north, south"),
      (",4.5,", ",7,", "stars from 1 to 5"), ("bob,2000", "ann,2000", "ann"),
      ("plumbing:leak+boiler|cleaning", "|cleaning", "categories separated by `|`"),
      ("plumbing:leak+boiler|cleaning", "cleaning|cleaning", "each category once"),
    ])
  func refusesRows(right: String, wrong: String, words: String) throws {
    let error = #expect(throws: SynthesisError.self) {
      try Self.world(Self.providers.replacing(right, with: wrong), Self.jobs)
    }
    #expect(error.map { "\($0)" }?.contains(words) == true)
    #expect(error.map { "\($0)" }?.contains("providers.csv:") == true)
  }
}
