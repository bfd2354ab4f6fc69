import Lifecycle
import Quantities
import Scenario

/// What the organiser orders; the raw value is the name in needs.csv.
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

/// The needs of volunteers by kind, day and slot: as planned at the time of the assignment, and of those who
/// came.
struct NeedsTally {
  /// The number of people who need one kind in one slot or night.
  struct Entry {
    let need: Need
    /// The kind or size, as an index in the scenario's list; 0 for beds.
    let kind: Int
    /// The day; for a bed, the day before the night.
    let day: Int
    /// `.none` for beds, which are needed between slots.
    let slot: SlotIndex
    /// The number of those who had a place or a duty in the reserve at the time of the assignment.
    var planned = 0
    /// The number of those who came to the slot, or were on duty in its reserve.
    var came = 0
  }

  /// The entries in the order of needs, days, slots and kinds.
  private(set) var entries: [Entry]
  private let plan: NeedsPlan
  private let days: FestivalDays
  private let list: [Slot]
  /// The night of the first entry of beds, which come first; and by slot, where the entries of meals and T-shirts
  /// begin.
  private let firstNight: Int
  private let meals: [Int]
  private let shirts: [Int]

  /// Counts the needs of the volunteers of `run`; nil if the scenario has no needs.
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

  /// Lists the possible needs of `plan` in the slots of `list`, with zero counts.
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
    let slots = list.places.sorted { (list[$0].begin, $0) < (list[$1].begin, $1) }
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

  /// Adds the needs of a volunteer with `needs` who is there in `slots`.
  private mutating func add(
    _ needs: VolunteerNeeds, inSlots slots: [SlotIndex], to count: WritableKeyPath<Entry, Int>
  ) {
    let slots = slots.sorted { (list[$0].begin, $0) < (list[$1].begin, $1) }
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
  /// For each sign-up, whether it had a place, held or confirmed, or a duty in the reserve at the time of the
  /// assignment.
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
