import Lifecycle
import Metrics
import Quantities
import Scenario
import Tables

/// A supply that the organiser orders; the raw value is the name in needs.csv.
enum Need: String, CaseIterable, Sendable {
  case bed
  case meal
  case shirt

  /// The meaning of the need, in one sentence.
  var meaning: String {
    switch self {
    case .bed: "A bed for an overnight volunteer, in the night following the day."
    case .meal: "A meal for a volunteer present in the slot."
    case .shirt: "A T-shirt given to a volunteer in the slot."
    }
  }
}

/// The needs of volunteers by kind, day and slot, both as planned at the time of the assignment and for the volunteers
/// who came.
struct NeedsTally {
  /// The numbers of volunteers who need one kind in one slot or night.
  struct Entry {
    let need: Need
    /// The kind or size, as an index in the scenario's list; 0 for beds.
    let kind: Int
    /// The day; for beds, the day before the night.
    let day: Int
    /// The slot; `.none` for beds, which are needed between slots.
    let slot: SlotIndex
    /// The number of these volunteers who had a place or a reserve duty at the time of the assignment.
    var planned = 0
    /// The number of these volunteers who came to the slot, or were on duty in its reserve.
    var came = 0
  }

  /// The entries, sorted by need, day, slot and kind.
  private(set) var entries: [Entry]
  private let plan: NeedsPlan
  private let days: FestivalDays
  private let list: [Slot]
  /// The night of the first entry, if beds are ordered, and the index at which each slot's entries for meals and for
  /// T-shirts begin.
  private let firstNight: Int
  private let meals: [Int]
  private let shirts: [Int]

  /// Counts the needs of the volunteers of `run`; nil if needs are not simulated.
  init?(of run: ShiftsRun) {
    guard let plan = run.needs else { return nil }
    self.init(plan, run.festival.programme.slots, run.days)
    let requests = run.records.lifecycle.requests
    let planned = run.plannedSignUps
    for (volunteer, needs) in zip(run.festival.volunteers, run.festival.needs) {
      let came = volunteer.requests.filter { [.worked, .stoodBy].contains(requests[$0].outcome) }
      let expected = volunteer.requests.filter { planned[Int($0)] }
      add(needs, inSlots: expected.map { run.festival.requests[$0].slot }, to: \.planned)
      add(needs, inSlots: came.map { run.festival.requests[$0].slot }, to: \.came)
    }
  }

  /// Creates entries with zero counts for all possible needs of `plan` in the slots of `list`.
  private init(_ plan: NeedsPlan, _ list: [Slot], _ days: FestivalDays) {
    self.plan = plan
    self.days = days
    self.list = list
    let festival = days.festival(of: list)
    var entries: [Entry] = []
    if plan.beds != nil {
      entries = (festival.lowerBound - 1...festival.upperBound).map {
        Entry(need: .bed, kind: 0, day: $0, slot: .none)
      }
    }
    firstNight = festival.lowerBound - 1
    let slots = list.places.ordered { (list[$0].begin, $0) < (list[$1].begin, $1) }
    func add(_ need: Need, _ kinds: Int) -> [Int] {
      var places = Array(repeating: 0, count: list.count)
      for slot in slots {
        places[Int(slot)] = entries.count
        entries += (0..<kinds).map {
          Entry(need: need, kind: $0, day: days.day(of: list[slot].begin), slot: slot)
        }
      }
      return places
    }
    meals = add(.meal, plan.meals?.kinds.count ?? 0)
    shirts = add(.shirt, plan.shirts?.sizes.count ?? 0)
    self.entries = entries
  }

  /// Adds the `needs` of a volunteer who is present in `slots` to the count.
  private mutating func add(
    _ needs: VolunteerNeeds, inSlots slots: [SlotIndex], to count: WritableKeyPath<Entry, Int>
  ) {
    let slots = slots.ordered { (list[$0].begin, $0) < (list[$1].begin, $1) }
    guard let first = slots.first, let last = slots.last else { return }
    if plan.meals != nil {
      for slot in slots { entries[meals[Int(slot)] + needs.meal][keyPath: count] += 1 }
    }
    if let plan = plan.shirts, slots.count >= plan.shifts {
      entries[shirts[Int(slots[plan.shifts - 1])] + needs.shirt][keyPath: count] += 1
    }
    guard let beds = plan.beds, needs.staysOvernight else { return }
    let (from, to) = (days.day(of: list[first].begin), days.day(of: list[last].begin))
    let ends = slots.filter { days.day(of: list[$0].begin) == to }.map { list[$0].end }.max() ?? .zero
    let comesBefore = days.timeOfDay(list[first].begin, on: from) < beds.before
    let staysOn = days.timeOfDay(ends, on: to) > beds.after
    for night in (comesBefore ? from - 1 : from)..<(staysOn ? to + 1 : to) {
      entries[night - firstNight][keyPath: count] += 1
    }
  }
}

extension ShiftsRun {
  /// Whether each sign-up had a place (held or confirmed) or a reserve duty at the time of the assignment.
  fileprivate var plannedSignUps: [Bool] {
    var taken = Array(repeating: 0, count: festival.requests.count)
    for change in records.ledger where change.time <= deadline { taken[Int(change.request)] += change.taken }
    return festival.requests.places.map {
      taken[Int($0)] > 0 || records.lifecycle.requests[$0].isReserve
    }
  }

  /// Returns the organiser's name for the kind of `entry`; nil for beds.
  func name(of entry: NeedsTally.Entry) -> String? {
    switch entry.need {
    case .bed: nil
    case .meal: needs?.meals?.kinds[entry.kind].name
    case .shirt: needs?.shirts?.sizes[entry.kind].name
    }
  }
}

/// A figure on a need, optionally restricted to one kind, day or slot.
struct NeedsFigure {
  let metric: Metric
  private let need: Need
  private var kind: Int?
  private var day: Int?
  private var slot: SlotIndex?
  private var isPlanned = false

  private init(
    _ name: String, _ need: Need, kind: Int? = nil, day: Int? = nil, slot: SlotIndex? = nil,
    isPlanned: Bool = false, _ meaning: String
  ) {
    metric = Metric(name, .count, over: .needs, meaning)
    (self.need, self.kind, self.day, self.slot, self.isPlanned) = (need, kind, day, slot, isPlanned)
  }

  /// Returns whether the figure is on the need `other`.
  func isAbout(_ other: Need) -> Bool { need == other }

  /// Returns the value of the figure in `tally`.
  func count(in tally: NeedsTally) -> Int {
    tally.entries.reduce(0) { sum, entry in
      let isMeant =
        entry.need == need && (kind == nil || entry.kind == kind) && (day == nil || entry.day == day)
        && (slot == nil || entry.slot == slot)
      return sum + (isMeant ? isPlanned ? entry.planned : entry.came : 0)
    }
  }

  /// The figures common to all scenarios with `needs`.
  static let common = [
    (Need.bed, "beds", "Beds for a night each"), (.meal, "meals", "Meals"), (.shirt, "shirts", "T-shirts"),
  ].flatMap { need, name, words in
    [
      Self(name, need, "\(words) required by volunteers who come; with `needs`."),
      Self(
        "\(name)_planned", need, isPlanned: true,
        "\(words) expected to be required by volunteers with a place, or a reserve duty, after the assignment at the deadline"
          + "; with `needs`."),
    ]
  }

  /// Returns the figures named after the kinds, days and slots of `scenario`, or only after kinds if the slots are
  /// recorded.
  static func named(by scenario: Scenario) -> [Self] {
    let fields = scenario.fields(of: ShiftsFields.self)
    guard let plan = fields.needs else { return [] }
    let days = FestivalDays(start: scenario.time.start)
    let slots = fields.programme.slots.map { Slot($0.name, begin: $0.begin, end: $0.end) }
    let festival = slots.isEmpty ? [] : Array(days.festival(of: slots))
    let before: [Int] = festival.first.map { [$0 - 1] } ?? []
    let nights = plan.beds == nil ? [] : before + festival
    let beds = nights.map { day in
      Self("beds.\(days.name(of: day))", .bed, day: day, "Beds in the night after this day.")
    }
    let meals = (plan.meals?.kinds ?? []).enumerated().flatMap { kind, meal -> [Self] in
      [Self("meals.\(meal.name)", .meal, kind: kind, "Meals of this kind.")]
        + festival.map { day in
          Self(
            "meals.\(meal.name).\(days.name(of: day))", .meal, kind: kind, day: day,
            "Meals of this kind on this day.")
        }
        + slots.places.map { slot in
          Self(
            "meals.\(meal.name).slot_\(slot.rawValue + 1)", .meal, kind: kind, slot: slot,
            "Meals of this kind in the slot of this number: \(slots[slot].name).")
        }
    }
    let shirts = (plan.shirts?.sizes ?? []).enumerated().flatMap { kind, size -> [Self] in
      [Self("shirts.\(size.name)", .shirt, kind: kind, "T-shirts of this size.")]
        + festival.map { day in
          Self(
            "shirts.\(size.name).\(days.name(of: day))", .shirt, kind: kind, day: day,
            "T-shirts of this size that are given out on this day.")
        }
    }
    return beds + meals + shirts
  }
}

extension Metric.Population {
  static let needs = Self(
    "volunteers who come",
    "Volunteers who come to a shift or stand by in a reserve, irrespective of the warm-up.")
}

extension ShiftsRun {
  /// The figures of needs; empty if needs are not simulated.
  var needsFigures: [Figure<ShiftsRun>] {
    guard let tally = NeedsTally(of: self) else { return [] }
    return (NeedsFigure.common + NeedsFigure.named(by: scenario)).filter { figure in
      tally.entries.contains { figure.isAbout($0.need) }
    }.map { figure in
      let count = figure.count(in: tally)
      return Figure(figure.metric) { _ in .count(count) }
    }
  }
}

/// A row for the number of one supply needed in a slot or a night.
struct NeedRow {
  let run: ShiftsRun
  let entry: NeedsTally.Entry
}

extension ShiftsTable {
  /// A row per need, kind, day and slot.
  static let needs = Table<NeedRow>(
    "needs",
    "A row per need, kind, day and slot: the requirements of the volunteers who come, which the organiser orders; with `needs`.",
    key: ["need", "kind", "day", "slot"], constant: .runID,
    columns: [
      .word("need", "The need; see the list of needs.") { $0.entry.need },
      .text("kind", "The kind of meal, or the size; empty for beds.") { $0.run.name(of: $0.entry) },
      .integer(
        "day", .none,
        "The number of the day, from 1 for the day of the scenario's start; for a bed, the day before the night."
      ) { $0.entry.day },
      .text("date", "The date; empty if the scenario has no dates.") { $0.run.days.date(of: $0.entry.day) },
      .text("slot", "The slot; empty for beds.") { row in
        row.entry.slot == .none ? nil : row.run.festival.programme.slots[row.entry.slot].name
      },
      .count(
        "planned",
        "The number required by volunteers who had a place, held or confirmed, or a reserve duty after the assignment at the deadline."
      ) { $0.entry.planned },
      .count("came", "The number required by volunteers who came, or stood by in the reserve.") {
        $0.entry.came
      },
    ])
}
