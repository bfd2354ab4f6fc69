import Metrics
import Quantities
import Scenario
import Tables

/// A figure of needs: of one need, and optionally of one kind, day or slot.
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

  /// Returns whether it counts this need.
  func isAbout(_ other: Need) -> Bool { need == other }

  /// Returns its number in `tally`.
  func count(in tally: NeedsTally) -> Int {
    tally.entries.reduce(0) { sum, entry in
      let isMeant =
        entry.need == need && (kind == nil || entry.kind == kind) && (day == nil || entry.day == day)
        && (slot == nil || entry.slot == slot)
      return sum + (isMeant ? isPlanned ? entry.planned : entry.came : 0)
    }
  }

  /// The figures of every scenario with `needs`.
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

  /// Returns the figures named after the kinds, days and slots of `scenario`; only after kinds if a file lists the
  /// slots.
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
  /// The figures of needs; empty if the scenario has none.
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
