import Ground
import Quantities
import Scenario
import Tables

extension FestivalMaker {
  /// Reads the slots and posts that a file lists: a row for each post, slot and zone.
  mutating func readProgramme(_ file: String) throws(ShiftsError) -> Programme {
    let input = try input(file, role: "programme")
    var rows = try open(file)
    var reading = ProgrammeReading(&rows, start: scenario.time.start)
    var count = 0
    try columns(of: rows)
    while rows.next() {
      count += 1
      reading.take(&rows)
    }
    try finish(rows, input, count: count)
    let programme = reading.programme
    let early = programme.slots.filter { $0.begin < deadline }
    guard early.isEmpty else {
      throw ShiftsError(
        faults: early.map {
          .slotBeforeDeadline(file: file, slot: $0.name, begin: $0.begin, deadline: deadline)
        })
    }
    return programme
  }

  /// Reads the volunteers that a file lists: a row for each wish, in the order of the wishes.
  mutating func readVolunteers(_ file: String, into festival: inout Festival) throws(ShiftsError) {
    let input = try input(file, role: "volunteers")
    var rows = try open(file)
    var reading = VolunteerReading(&rows, festival.programme, start: scenario.time.start)
    var count = 0
    try columns(of: rows)
    while rows.next() {
      count += 1
      reading.take(&rows)
    }
    try finish(rows, input, count: count)
    let end = min(scenario.time.duration ?? .never, deadline)
    let late = reading.volunteers.count { $0.signUp >= end }
    if late == reading.volunteers.count {
      throw ShiftsError(faults: [.allTooLate(file: file, volunteers: late)])
    }
    if late > 0 {
      notices.append(
        "\(file): \(late) of \(reading.volunteers.count) volunteers sign up after the deadline or the scenario's period"
          + " and are refused (\(ShiftCause.afterDeadline.rawValue)); a later sign_up.deadline_s and time.duration_s"
          + " take them")
    }
    volunteerNames = reading.append(to: &festival, everywhere: fields.matching.flexibleSlots == .all)
  }

  private func input(_ file: String, role: String) throws(ShiftsError) -> InputFile {
    do throws(TableError) {
      return InputFile(role: role, path: file, sha256: try Digest.ofFile(FilePath.path(of: file, in: folder)))
    } catch {
      throw ShiftsError(faults: [.table(error)])
    }
  }

  private func open(_ file: String) throws(ShiftsError) -> CSVReader {
    do throws(TableError) { return try CSVReader(contentsOf: FilePath.path(of: file, in: folder)) } catch {
      throw ShiftsError(faults: [.table(error)])
    }
  }

  private func columns(of rows: borrowing CSVReader) throws(ShiftsError) {
    do throws(TableError) { try rows.checkColumns() } catch { throw ShiftsError(faults: [.table(error)]) }
  }

  private mutating func finish(_ rows: borrowing CSVReader, _ input: InputFile, count: Int)
    throws(ShiftsError)
  {
    do throws(TableError) { try rows.finish() } catch { throw ShiftsError(faults: [.table(error)]) }
    if count == 0 { throw ShiftsError(faults: [.noRows(file: input.path)]) }
    var input = input
    input.rows = count
    inputs.append(input)
    notices += rows.unknownColumns.map {
      InputNotice.unknownColumn(file: input.path, name: $0.name, nearest: $0.nearest).description
    }
  }
}

/// The rows of a programme's file.
private struct ProgrammeReading {
  private let post: CSVColumn
  private let slot: CSVColumn
  private let begin: CSVColumn
  private let end: CSVColumn
  private let zone: CSVOptionalColumn
  private let places: CSVColumn
  private let start: LocalDateTime?
  private var slots: [Slot] = []
  private var slotPlaces: [String: SlotIndex] = [:]
  private var zones: [String] = []
  private var posts: [Post] = []
  private var postPlaces: [String: PostIndex] = [:]

  init(_ rows: inout CSVReader, start: LocalDateTime?) {
    post = rows.column("post")
    slot = rows.column("slot")
    begin = rows.column("begin_s")
    end = rows.column("end_s")
    zone = rows.optionalColumn("zone")
    places = rows.column("places")
    self.start = start
  }

  var programme: Programme { Programme(slots: slots, zones: zones, posts: posts) }

  mutating func take(_ rows: inout CSVReader) {
    let faults = rows.faultCount
    let slot = slotIndex(&rows)
    let places = Int32(rows.int64(places, in: 0...100_000))
    let name = rows.name(post)
    let zone = rows.string(zone)
    guard rows.faultCount == faults, let slot else { return }
    let index = postPlaces[name] ?? PostIndex(posts.count)
    if index == PostIndex(posts.count) {
      posts.append(Post(name, shifts: []))
      postPlaces[name] = index
    }
    let known = posts[index].shifts.firstIndex { $0.slot == slot }
    let zoneIndex = zone.map { self.zoneIndex($0) }
    if let known {
      let manning = posts[index].shifts[known]
      guard let zoneIndex, !manning.zones.isEmpty, !manning.zones.contains(where: { $0.zone == zoneIndex })
      else {
        rows.recordValue(
          post,
          expected: .other(
            "a post, slot and zone that no earlier row has, with a zone in all rows or in none"))
        return
      }
      posts[index].shifts[known] = .init(slot, zones: manning.zones + [.init(zoneIndex, places: places)])
    } else {
      posts[index].shifts.append(
        .init(
          slot, capacity: zoneIndex == nil ? places : nil,
          zones: zoneIndex.map { [.init($0, places: places)] } ?? [])
      )
    }
  }

  private mutating func slotIndex(_ rows: inout CSVReader) -> SlotIndex? {
    let name = rows.name(slot)
    let from = rows.time(begin, after: start)
    let to = rows.time(end, after: start)
    if from >= to {
      rows.recordValue(end, expected: .other("a time after begin_s"))
      return nil
    }
    if let known = slotPlaces[name] {
      if slots[known].begin != from {
        rows.recordValue(
          begin, expected: .other("the begin of the slot in its first row, \(slots[known].begin.seconds)"))
      }
      if slots[known].end != to {
        rows.recordValue(
          end, expected: .other("the end of the slot in its first row, \(slots[known].end.seconds)"))
      }
      return known
    }
    let index = SlotIndex(slots.count)
    slots.append(Slot(name, begin: from, end: to))
    slotPlaces[name] = index
    return index
  }

  private mutating func zoneIndex(_ name: String) -> ZoneIndex {
    if let known = zones.firstIndex(of: name) { return ZoneIndex(known) }
    zones.append(name)
    return ZoneIndex(zones.count - 1)
  }
}

/// The rows of a volunteers' file.
private struct VolunteerReading {
  /// A volunteer while the file is read.
  struct Row {
    let name: String
    let signUp: Milliseconds
    let isFlexible: Bool
    let maxShifts: Int32
    var lists: [(slot: SlotIndex, wishes: [Wish])] = []
    /// The slots in which a volunteer who is not flexible as a whole takes any post.
    var flexibleSlots: [SlotIndex] = []
  }

  private let id: CSVColumn
  private let signUp: CSVColumn
  private let flexible: CSVOptionalColumn
  private let slotFlexible: CSVOptionalColumn
  private let maxShifts: CSVOptionalColumn
  private let slot: CSVColumn
  private let post: CSVOptionalColumn
  private let zone: CSVOptionalColumn
  private let programme: Programme
  private let start: LocalDateTime?
  private let slots: [String: SlotIndex]
  private let posts: [String: PostIndex]
  private let zones: [String: ZoneIndex]
  private(set) var volunteers: [Row] = []
  private var known: [String: Int] = [:]

  init(_ rows: inout CSVReader, _ programme: Programme, start: LocalDateTime?) {
    id = rows.column("volunteer_id")
    signUp = rows.column("sign_up_s")
    flexible = rows.optionalColumn("flexible")
    slotFlexible = rows.optionalColumn("slot_flexible")
    maxShifts = rows.optionalColumn("max_shifts")
    slot = rows.column("slot")
    post = rows.optionalColumn("post")
    zone = rows.optionalColumn("zone")
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
    let slotName = rows.string(slot)
    guard let found = slots[slotName] else {
      rows.recordValue(slot, expected: .other("a slot of the programme"))
      return
    }
    let wish = wish(in: found, &rows)
    let takesAny = rows.bool(slotFlexible)
    guard rows.faultCount == faults else { return }
    if takesAny == true { row.flexibleSlots = [found] }
    if row.isFlexible, takesAny == false {
      rows.recordValue(slotFlexible, expected: .other("nothing, or true, where the volunteer is `flexible`"))
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
          "a flexible volunteer (`flexible` true), or one who is so in the slot (`slot_flexible` true), where the row"
            + " names no post"))
      return
    }
    add(row, found, wish, &rows)
  }

  /// The wish of a row; nil where it names no post.
  private func wish(in slot: SlotIndex, _ rows: inout CSVReader) -> Wish? {
    guard let name = rows.string(post) else { return nil }
    guard let index = posts[name], let shift = programme.shift(of: index, in: slot) else {
      rows.recordValue(post, expected: .other("a post of the programme that is manned in the slot"))
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
    let list = first.lists.firstIndex { $0.slot == slot }
    if let list {
      guard let wish, !first.lists[list].wishes.contains(wish) else {
        rows.recordValue(id, expected: .other("a wish that no earlier row of the volunteer has for the slot"))
        return
      }
      if first.flexibleSlots.contains(slot) != !row.flexibleSlots.isEmpty {
        rows.recordValue(
          slotFlexible, expected: .other("the same as in the earlier rows of the volunteer for the slot"))
      }
      volunteers[place].lists[list].wishes.append(wish)
    } else {
      volunteers[place].lists.append((slot, wish.map { [$0] } ?? []))
      // The first row of a volunteer brought its own slot along.
      if !first.lists.isEmpty { volunteers[place].flexibleSlots += row.flexibleSlots }
    }
  }

  /// Appends the volunteers, by id or, where ids are names, in the order of the file; answers what they are called.
  ///
  /// - Parameter everywhere: whether flexible ones may be assigned in all slots.
  func append(to festival: inout Festival, everywhere: Bool) -> Names {
    let numbers = volunteers.map { Int64($0.name) }
    let areNumbers = numbers.allSatisfy { $0 != nil }
    let rows = zip(volunteers, numbers).enumerated().map { place, pair in
      (id: areNumbers ? pair.1 ?? 0 : Int64(place) + 1, row: pair.0)
    }.sorted { $0.id < $1.id }
    for (id, row) in rows {
      var lists = row.lists
      if everywhere, row.isFlexible {
        let named = Set(lists.map(\.slot))
        lists += programme.slots.places.filter { !named.contains($0) }.map { ($0, []) }
      }
      festival.append(
        id: id, signUp: row.signUp, isFlexible: row.isFlexible, flexibleSlots: row.flexibleSlots,
        maxShifts: row.maxShifts,
        wishes: lists.sorted { $0.slot < $1.slot })
    }
    return areNumbers ? .numbers : Names(volunteers.map(\.name))
  }
}

extension CSVReader {
  /// The name in `column`: not empty, short enough for the tables, and nothing that a spreadsheet would take for a formula.
  fileprivate mutating func name(_ column: CSVColumn) -> String {
    let name = string(column)
    let isControlled = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    let looksLikeFormula = Int64(name) == nil && name.beginsFormula
    if name.isEmpty || name.utf8.count > Names.longest || isControlled || looksLikeFormula {
      recordValue(
        column,
        expected: .other(
          "a name of 1 to \(Names.longest) bytes, without control characters, that does not begin like a formula"
            + " (=, +, -, @)"))
    }
    return name
  }
}
