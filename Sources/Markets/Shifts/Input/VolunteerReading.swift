import Ground
import Quantities
import Scenario
import Tables

/// A parser for the rows of a volunteers file.
struct VolunteerReading {
  /// The data on a volunteer read so far.
  struct Row {
    let name: String
    let signUp: Milliseconds
    let isFlexible: Bool
    let maxShifts: Int32
    var lists: [(slot: SlotIndex, wishes: [Wish])] = []
    /// The slots in which a volunteer who is not generally flexible accepts any post.
    var flexibleSlots: [SlotIndex] = []
    /// The slots whose wishes are a set of posts.
    var setSlots: [SlotIndex] = []
    /// The needs recorded in the file.
    var needs = NeedColumns.Given()
  }

  private let id: CSVColumn
  private let signUp: CSVColumn
  private let flexible: CSVOptionalColumn
  private let slotFlexible: CSVOptionalColumn
  /// The column for sets of posts, read only in scenarios with `sets`.
  private let anyOf: CSVOptionalColumn?
  private let maxShifts: CSVOptionalColumn
  private let slot: CSVColumn
  private let post: CSVOptionalColumn
  private let zone: CSVOptionalColumn
  private let needs: NeedColumns
  private let programme: Programme
  private let start: LocalDateTime?
  private let slots: [String: SlotIndex]
  private let posts: [String: PostIndex]
  private let zones: [String: ZoneIndex]
  private(set) var volunteers: [Row] = []
  private var known: [String: Int] = [:]

  init(
    _ rows: inout CSVReader, _ programme: Programme, needs plan: NeedsPlan?, sets: PostSets?,
    start: LocalDateTime?
  ) {
    id = rows.column("volunteer_id")
    signUp = rows.column("sign_up_s")
    flexible = rows.optionalColumn("flexible")
    slotFlexible = rows.optionalColumn("slot_flexible")
    anyOf = sets == nil ? nil : rows.optionalColumn("any_of")
    maxShifts = rows.optionalColumn("max_shifts")
    slot = rows.column("slot")
    post = rows.optionalColumn("post")
    zone = rows.optionalColumn("zone")
    needs = NeedColumns(&rows, plan)
    self.programme = programme
    self.start = start
    slots = Dictionary(
      programme.slots.places.map { (programme.slots[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    posts = Dictionary(
      programme.posts.places.map { (programme.posts[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    zones = Dictionary(
      programme.zones.enumerated().map { ($1, ZoneIndex($0)) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func take(_ rows: inout CSVReader) {
    let faults = rows.faultCount
    var row = Row(
      name: rows.name(id), signUp: rows.time(signUp, after: start), isFlexible: rows.bool(flexible) ?? false,
      maxShifts: Int32(rows.int64(maxShifts, in: 1...10_000) ?? Int64(Int32.max)))
    row.needs = needs.read(&rows)
    let slotName = rows.string(slot)
    guard let found = slots[slotName] else {
      rows.recordValue(slot, expected: .other("a slot of the programme"))
      return
    }
    let wish = wish(in: found, &rows)
    let takesAny = rows.bool(slotFlexible)
    let isSet = anyOf.map { rows.bool($0) == true } ?? false
    guard rows.faultCount == faults else { return }
    if takesAny == true { row.flexibleSlots = [found] }
    if row.isFlexible, takesAny == false {
      rows.recordValue(slotFlexible, expected: .other("nothing, or true, if the volunteer is `flexible`"))
      return
    }
    if isSet { row.setSlots = [found] }
    if isSet, row.isFlexible || takesAny == true || wish == nil, let anyOf {
      rows.recordValue(
        anyOf,
        expected: .other(
          "true only if the row names a post and the volunteer is neither `flexible` nor `slot_flexible`"))
      return
    }
    if row.signUp < .zero {
      rows.recordValue(signUp, expected: .other("a time at or after the start of the scenario (time.start)"))
      return
    }
    if wish == nil, !row.isFlexible, row.flexibleSlots.isEmpty {
      rows.recordValue(
        id,
        expected: .other(
          "a flexible volunteer (`flexible` true)or flexible in the slot (`slot_flexible` true), because the row"
            + " names no post"))
      return
    }
    add(row, found, wish, &rows)
  }

  /// Returns the wish of a row; nil if it names no post.
  private func wish(in slot: SlotIndex, _ rows: inout CSVReader) -> Wish? {
    guard let name = rows.string(post) else { return nil }
    guard let index = posts[name], let shift = programme.shift(of: index, in: slot) else {
      rows.recordValue(post, expected: .other("a post of the programme that is staffed in the slot"))
      return nil
    }
    guard let name = rows.string(zone) else { return Wish(shift) }
    guard let index = zones[name], let section = programme.section(of: shift, in: index) else {
      rows.recordValue(zone, expected: .other("a zone of the post, or nothing for any"))
      return nil
    }
    return Wish(shift, in: section)
  }

  private mutating func add(_ row: Row, _ slot: SlotIndex, _ wish: Wish?, _ rows: inout CSVReader) {
    let place = known[row.name] ?? volunteers.count
    if place == volunteers.count {
      known[row.name] = place
      volunteers.append(row)
    }
    let first = volunteers[place]
    if first.signUp != row.signUp {
      rows.recordValue(
        signUp, expected: .other("the sign-up of the volunteer's first row, \(first.signUp.seconds)"))
    }
    if first.isFlexible != row.isFlexible || first.maxShifts != row.maxShifts {
      rows.recordValue(
        id, expected: .other("a volunteer with the same `flexible` and `max_shifts` in all rows"))
    }
    if first.needs != row.needs {
      rows.recordValue(id, expected: .other("a volunteer with the same needs in all rows"))
    }
    let list = first.lists.firstIndex { $0.slot == slot }
    if let list {
      guard let wish, !first.lists[list].wishes.contains(wish) else {
        rows.recordValue(
          id, expected: .other("a wish not used by an earlier row of the volunteer for the slot"))
        return
      }
      if first.flexibleSlots.contains(slot) != !row.flexibleSlots.isEmpty {
        rows.recordValue(
          slotFlexible, expected: .other("the same as in the earlier rows of the volunteer for the slot"))
      }
      if first.setSlots.contains(slot) != !row.setSlots.isEmpty, let anyOf {
        rows.recordValue(
          anyOf, expected: .other("the same as in the earlier rows of the volunteer for the slot"))
      }
      volunteers[place].lists[list].wishes.append(wish)
    } else {
      volunteers[place].lists.append((slot, wish.map { [$0] } ?? []))
      // The first row of a volunteer brought its own slot along.
      if !first.lists.isEmpty {
        volunteers[place].flexibleSlots += row.flexibleSlots
        volunteers[place].setSlots += row.setSlots
      }
    }
  }

  /// The recorded needs of each volunteer, in the order in which `append` adds the volunteers.
  private(set) var givenNeeds: [NeedColumns.Given] = []

  /// Appends the volunteers in ascending order of id or, if ids are names, in byte order of the names, and returns
  /// their names.
  ///
  /// - Parameter everywhere: whether flexible volunteers may be assigned in any slot.
  mutating func append(to festival: inout Festival, everywhere: Bool) -> Names {
    let numbers = volunteers.map { Int64($0.name) }
    let areNumbers = numbers.allSatisfy { $0 != nil }
    let named = volunteers.ordered { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let rows =
      areNumbers
      ? zip(volunteers, numbers).map { (id: $1 ?? 0, row: $0) }.ordered { $0.id < $1.id }
      : named.enumerated().map { (id: Int64($0) + 1, row: $1) }
    for (id, row) in rows {
      // A set has no order of its own: its posts stand in that of the programme.
      var lists = row.lists.map { slot, wishes in
        let isSet = row.setSlots.contains(slot)
        return (
          slot: slot,
          wishes: isSet ? wishes.sorted { ($0.shift, $0.section) < ($1.shift, $1.section) } : wishes
        )
      }
      if everywhere, row.isFlexible {
        let named = Set(lists.map(\.slot))
        lists += programme.slots.places.filter { !named.contains($0) }.map { ($0, []) }
      }
      festival.append(
        id: id, signUp: row.signUp, isFlexible: row.isFlexible, flexibleSlots: row.flexibleSlots,
        setSlots: row.setSlots, maxShifts: row.maxShifts,
        wishes: lists.sorted { $0.slot < $1.slot })
      if !areNumbers { festival.volunteers[festival.volunteers.count - 1].key = Names.key(of: row.name) }
      givenNeeds.append(row.needs)
    }
    return areNumbers ? .numbers : Names(named.map(\.name))
  }
}
