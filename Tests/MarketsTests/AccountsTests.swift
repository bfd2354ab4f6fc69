import Foundation
import Ground
import JSON5
import Models
import Quantities
import RoadNetwork
import Scenario
import TestSupport
import Testing

@testable import Markets

/// What accounts of requests tell people, they tell programs: each sentence is found again in the members of JSON.
struct AccountsTests {
  /// A scenario that comes with the project, made small.
  struct World: Sendable, CustomTestStringConvertible {
    let file: String
    let changes: [String]
    /// Members that some account of it must have, so that the scenario tells what it stands for.
    let told: [String]
    var testDescription: String { "\(file) \(told)" }
  }

  static let worlds: [World] = [
    World(
      file: "announced.json5",
      changes: [
        "supply.count=80", "demand.count=120", "time.duration_s=3600", "demand.cancel_probability=0.3",
      ], told: ["slack", "provisional", "match", "cancellation", "remedy"]),
    World(
      file: "announced.json5",
      changes: ["supply.count=40", "demand.count=80", "time.duration_s=3600", "demand.car_share=0.5"],
      told: ["role", "slack"]),
    World(
      file: "city.json5",
      changes: [
        "supply.count=60", "demand.count=120", "time.duration_s=1800", "time.warm_up_s=0",
        "matching.transfer={}",
        "matching.walk_m=400",
      ], told: ["match"]),
    World(
      file: "rabat-marrakesh.json5",
      changes: ["users=null", "time.duration_s=86400", "supply.count=60", "demand.count=120"],
      told: ["ahead", "attempts.board", "attempts.trips", "attempts.reservation"]),
    World(
      file: "rabat-service.json5",
      changes: ["time.duration_s=14400", "supply.count=120", "demand.count=200"],
      told: ["pays", "payments", "verification", "messages"]),
    World(file: "services-recorded.json5", changes: [], told: ["appointments", "attempts.remedy"]),
    World(file: "services.json5", changes: ["demand.count=200"], told: ["appointments"]),
    World(file: "shifts-recorded.json5", changes: [], told: ["place", "wishes"]),
    World(file: "festival.json5", changes: ["volunteers.count=80"], told: ["place", "remedy"]),
    World(file: "orders-recorded.json5", changes: [], told: ["line", "attempts.remedy"]),
    World(
      file: "postcards.json5", changes: ["accounts.count=60", "demand.per_hour=4"], told: ["line", "cards"]),
    World(
      file: "city.json5",
      changes: [
        "supply.count=60", "demand.count=120", "time.duration_s=1800", "time.warm_up_s=0",
        "channel={outages: {times: {kind: 'drawn', between: 600, repair: 300}, calls: 'lost'}}",
      ], told: ["outages"]),
    World(
      file: "services.json5",
      changes: [
        "demand.count=200",
        "channel={offer_timeout_s: 3600, outages: {times: {kind: 'drawn', between: 14400, repair: 14400}, calls: 'lost'}}",
      ], told: ["outages"]),
    World(
      file: "festival.json5",
      changes: [
        "volunteers.count=80",
        "channel={outages: {times: {kind: 'drawn', between: 86400, repair: 86400}, calls: 'lost'}}",
      ], told: ["outages"]),
    World(
      file: "postcards.json5",
      changes: [
        "accounts.count=60", "demand.per_hour=4",
        "channel={outages: {times: {kind: 'drawn', between: 14400, repair: 14400}, calls: 'lost'}}",
      ], told: ["outages"]),
  ]

  /// A kind of sentence with the members that hold the same; in the account of an attempt, those of its object.
  private struct Sentence: Sendable {
    private let pattern: NSRegularExpression
    let keys: [String]
    /// Whether its times and lengths are rounded or computed from several members, so that single numbers are not looked for.
    var isComputed = false

    init(_ pattern: String, _ keys: String..., isComputed: Bool = false) {
      self.pattern = try! NSRegularExpression(pattern: pattern)
      (self.keys, self.isComputed) = (keys, isComputed)
    }

    func fits(_ line: String) -> Bool {
      pattern.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil
    }
  }

  private static let ofRequests: [Sentence] = [
    .init("^(request|job|sign-up|order) [^:]+: ", "outcome"),
    .init("^submitted at .* by (one person|a party)", "submitted_s", "party_size"),
    .init("; the direct trip takes ", "direct_s", "direct_m"),
    .init("^matched at ", "match"),
    .init("^can leave at ", "slack"), .init("^has a car, as driver ", "role"),
    .init("^paired with driver ", "provisional", isComputed: true), .init("^cancelled at ", "cancellation"),
    .init("^(plans ahead: |the booking is recorded)", "ahead"),
    .init("^pays (cash|by wallet)", "pays"),
    .init("^pays [^:]*: ", "payments"), .init("^the passenger (was|is|never) ", "verification"),
    .init("^message: ", "messages"), .init("^possible remedy: ", "remedy"),
    .init("^ *attempt due at ", "outages"),
    // Services.
    .init(
      "^  `.*`.*, about .* of work, submitted at ", "category", "duration_s", "submitted_s", "earliest_s"),
    .init("^  `.*, to begin from [0-9:]+ to [0-9]", "latest_s"),
    .init("^appointment with provider ", "appointments"),
    // Shifts.
    .init(
      "^volunteer .* signed up at ", "volunteer_id", "flexible", "flexible_everywhere", "submitted_s", "slot",
      "begin_s", "end_s"),
    .init(", at most [0-9]+ shift", "max_shifts"),
    .init("^wishes: ", "wishes"), .init("^(assigned|stepped in|confirmed) at ", "place"),
    .init("^in the reserve of the slot", "reserve"),
    // Orders.
    .init("^submitted at .* by (account|no account)", "submitted_s", "recipients", "codes"),
    .init("^submitted at .* by account ", "account_id"),
    .init("^(left as a draft|an account to be opened).*done at ", "ready_s"),
    .init("^(left as a draft|an account to be opened).*given up at ", "gave_up_s"),
    .init("^paid at ", "line"), .init("^(entered the line|first card begun|last card left) at ", "line"),
    .init("^its cards waited ", "line", isComputed: true), .init("^card [0-9]+ to ", "cards"),
    .init("^photo ", "photos"), .init("photo.*(looked|sent|came)", "photos"),
    .init("^complained ", "complaints"),
  ]

  private static let ofAttempts: [Sentence] = [
    .init("^cycle [0-9]+, attempt [0-9]+", "cycle", "attempt", "time_s", "outcome"),
    .init("^cycle .*, driver ", "driver"), .init("^cycle .*, bound by ", "bound_by"),
    .init("^  [0-9]+ drivers active", "funnel"), .init("^  decided at the end of a window", "window"),
    .init("^  the policy says: ", "remark"), .init("^  driver [^ ]+: ", "drivers"),
    .init("^  no driver could receive an offer", "drivers"),
    .init("^  no driver takes the passenger all the way", "transfer"),
    .init("^  (with driver .* at |the change: )", "transfer"),
    .init("^  (the passenger cannot request rides yet|the wallet held)", "obstacle"),
    .init("^  board: ", "board"),
    .init("^  trip of driver ", "trips"), .init("^  no trip is on the board", "trips"),
    .init("^  reserved ", "reservation"), .init("^  message: ", "messages"),
    // Services.
    .init("^  [0-9]+ offering it", "funnel"), .init("^  [0-9]+ [a-z].*, [0-9]+ ", "funnel"),
    .init("^  asked provider ", "provider_id", "start_s", "way_s", "charge", "rating", "score"),
    .init("^  possible remedy: ", "remedy"),
    // Shifts.
    .init("^cycle .* for .*\\(wish [0-9]+\\)", "rank", "post"), .init("^  -?[0-9]+ .*( → |$)", "funnel"),
    // Orders.
    .init("^  (yes|no )  ", "funnel"), .init("^       constraint to relax: ", "remedy"),
    .init("^  [0-9]+ credits? lacking", "lacking"), .init("^  a bank card for them", "by_card", "price"),
    .init("^  [0-9]+ packs? of ", "packs", "pack_credits", "price"),
    .init("campaign", "campaign", "by_campaign"),
  ]

  private static func load(_ world: World) throws -> (any MarketWorld, start: Double) {
    let folder = SharedData.checkout.appending(path: "Scenarios").path
    var changes: [String] = []
    // What is not a field of the scenario's kind of supply or demand is left out.
    func scenario(_ changes: [String]) -> Scenario? {
      try? Scenario.load(
        contentsOf: "\(folder)/\(world.file)", overrides: changes, markets: Markets.scenarios)
    }
    for change in world.changes where scenario(changes + [change]) != nil { changes.append(change) }
    let whole = try #require(scenario(changes))
    let ready = try Markets.of(whole).world(
      of: whole, folder: folder, on: .method(.advised(questions: nil)), progress: { _ in })
    return (ready, whole.time.timeOfDay.seconds)
  }

  /// All numbers and texts within `json`.
  private static func leaves(_ json: JSON) -> (numbers: [Double], words: Set<String>) {
    var found: (numbers: [Double], words: Set<String>) = ([], [])
    func visit(_ json: JSON) {
      if let number = json.real { found.numbers.append(number) }
      if let words = json.words { found.words.insert(words) }
      for item in json.items ?? [] { visit(item) }
      for member in json.members ?? [] { visit(member.value) }
    }
    visit(json)
    return found
  }

  /// Whether the value says something: neither null nor an empty list.
  private static func says(_ value: JSON?) -> Bool { value != nil && value != .null }

  /// Checks that `line` is a sentence of the list whose members `json` has, with each time and each driver that it names.
  private static func check(
    _ line: String, _ sentences: [Sentence], _ json: JSON, start: Double, _ place: String
  ) {
    let fitting = sentences.filter { $0.fits(line) }
    #expect(!fitting.isEmpty, "\(place): no member is known for “\(line)”")
    for key in fitting.flatMap(\.keys) {
      #expect(says(json[key]), "\(place): \(key) is missing for “\(line)”")
    }
    guard !fitting.contains(where: \.isComputed) else { return }
    let members = fitting.flatMap(\.keys).compactMap { json[$0] }
    let (numbers, words) = leaves(.list(members))
    for match in line.matches(of: /(\d+):(\d\d):(\d\d)/) {
      let told = 3600 * Double(match.1)! + 60 * Double(match.2)! + Double(match.3)!
      let isThere = numbers.contains {
        abs(($0 + start).rounded() - told) < 0.5 || abs($0.rounded() - told) < 0.5
      }
      #expect(isThere, "\(place): the time \(match.0) of “\(line)” is in none of \(fitting.flatMap(\.keys))")
    }
    for match in line.replacing("the driver ", with: "").matches(of: /driver ([^ ,:;]+)/) {
      guard Int(match.1) != nil, !line.contains("past the destination") else { continue }
      #expect(
        words.contains(String(match.1)),
        "\(place): driver \(match.1) of “\(line)” is in none of \(fitting.flatMap(\.keys))")
    }
  }

  @Test(arguments: worlds)
  func `each sentence of an account has its members, with the times and people that it names`(world: World)
    throws
  {
    let (ready, start) = try Self.load(world)
    // Requests are numbered from 0 or 1, however many there are.
    let ids = (0..<40).map(String.init)
    var seen: Set<String> = []
    for (id, account) in zip(ids, try ready.explanations(ofRequests: ids, showing: 3)) {
      guard let account else { continue }
      let json = JSON.object(account.members)
      let attempts = json["attempts"]?.items ?? []
      var attempt = -1
      for line in account.text.split(separator: "\n").map(String.init) {
        if line.hasPrefix("cycle ") { attempt += 1 }
        // Appointments and the way through the line come behind the attempts.
        let isOfAttempt = attempt >= 0 && (line.hasPrefix("cycle ") || line.hasPrefix("  "))
        if isOfAttempt {
          let members = try #require(attempts.indices.contains(attempt) ? attempts[attempt] : nil)
          Self.check(line, Self.ofAttempts, members, start: start, "\(world.file) \(id)")
        } else {
          Self.check(line, Self.ofRequests, json, start: start, "\(world.file) \(id)")
        }
      }
      #expect(attempt + 1 == attempts.count)
      seen.formUnion(account.members.filter { Self.says($0.value) && $0.value != .list([]) }.map(\.key))
      for members in attempts.compactMap(\.members) {
        seen.formUnion(
          members.filter { Self.says($0.value) && $0.value != .list([]) }.map { "attempts." + $0.key })
      }
    }
    for key in world.told { #expect(seen.contains(key), "no account of \(world.file) tells \(key)") }
  }
}
