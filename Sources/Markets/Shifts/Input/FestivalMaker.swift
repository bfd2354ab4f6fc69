import Ground
import Quantities
import Scenario
import Statistics
import Tables

/// The maker of a scenario's festival, which draws or reads the posts and volunteers.
///
/// Draws depend only on the seed, the replication, and the number of the post or volunteer. Each aspect has a separate
/// stream: adding volunteers does not change earlier ones, and a different share of flexible volunteers changes
/// nobody's wishes.
struct FestivalMaker {
  let scenario: Scenario
  let fields: ShiftsFields
  let folder: String
  var volunteerNames = Names.numbers
  var inputs: [InputFile] = []
  var notices: [String] = []
  /// The recorded needs of each volunteer; empty if volunteers are synthetic.
  var givenNeeds: [NeedColumns.Given] = []

  init(_ scenario: Scenario, folder: String) {
    self.scenario = scenario
    self.folder = folder
    fields = scenario.fields(of: ShiftsFields.self)
  }

  /// Draws or reads the programme, and then the volunteers.
  mutating func festival() throws(ShiftsError) -> Festival {
    let programme =
      switch fields.programme {
      case .synthetic(let plan): drawn(plan)
      case .listed(let plan): Self.listed(plan)
      case .recorded(let file, let columns): try readProgramme(file, columns)
      }
    var festival = Festival(programme: programme)
    if fields.zones != nil {
      if programme.shifts.places.contains(where: programme.hasZones) {
        festival.programme.addUnzonedSections()
      } else {
        notices.append("zones: no post of the programme has zones, so `zones` has no effect")
      }
    }
    switch fields.volunteers {
    case .synthetic(let plan): try draw(plan, into: &festival)
    case .recorded(let file, let columns): try readVolunteers(file, columns, into: &festival)
    }
    if let needs = fields.needs { drawNeeds(needs, into: &festival) }
    return festival
  }

  var deadline: Milliseconds { fields.deadline(in: scenario) ?? .never }

  var random: RandomSource { scenario.random }

  /// Returns the posts listed in a scenario.
  private static func listed(_ plan: ListedProgramme) -> Programme {
    let slots = plan.slots.map { Slot($0.name, begin: $0.begin, end: $0.end) }
    let slotPlaces = Dictionary(
      slots.places.map { (slots[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    var zones: [String] = []
    let posts = plan.posts.map { post in
      var later = post.grows.map { Post.LaterPlaces(opens: $0.time, places: Int32($0.places)) }
      let places = post.zones.map { zone in
        let place = zones.firstIndex(of: zone.name) ?? zones.count
        if place == zones.count { zones.append(zone.name) }
        let index = ZoneIndex(place)
        let openings = [PlacesGrowth(time: zone.opens, places: zone.places)] + zone.grows
        later += openings.map { Post.LaterPlaces(index, opens: $0.time, places: Int32($0.places)) }
        return Post.ZonePlaces(index, places: openings.reduce(0) { $0 + Int32($1.places) })
      }
      let growth = post.grows.reduce(0) { $0 + $1.places }
      return Post(
        post.name, slots: post.slots.map { $0.compactMap { slotPlaces[$0] } } ?? Array(slots.places),
        capacity: post.places.map { Int32($0 + growth) }, zones: places, later: later)
    }
    return Programme(slots: slots, zones: zones, posts: posts)
  }
}

extension FestivalMaker {
  /// Reads the slots and posts listed in a file, with one row per post, slot and zone.
  mutating func readProgramme(_ file: String, _ columns: [String: String]) throws(ShiftsError) -> Programme {
    let input = try input(file, as: .programme)
    var rows = try open(file, columns, as: .programme)
    var reading = ProgrammeReading(&rows, start: scenario.time.start)
    var count = 0
    try checkColumns(of: rows)
    while rows.next() {
      count += 1
      reading.take(&rows)
    }
    try finish(rows, input, count: count)
    let programme = reading.programme
    let early = programme.slots.filter { $0.begin < deadline }
    let late = programme.openings.filter { $0.time >= deadline }
    guard early.isEmpty, late.isEmpty else {
      throw ShiftsError(
        faults: early.map {
          .slotBeforeDeadline(file: file, slot: $0.name, begin: $0.begin, deadline: deadline)
        }
          + late.prefix(1).map {
            let shift = programme.shifts[programme.sections[$0.section].shift]
            return .placesAfterDeadline(
              file: file, post: programme.posts[shift.post].name, opens: $0.time, deadline: deadline)
          })
    }
    return programme
  }

  /// Reads the volunteers listed in a file, with one row per wish, best wish first.
  mutating func readVolunteers(
    _ file: String, _ columns: [String: String], into festival: inout Festival
  ) throws(ShiftsError) {
    let input = try input(file, as: .volunteers)
    var rows = try open(file, columns, as: .volunteers)
    var reading = VolunteerReading(
      &rows, festival.programme, needs: fields.needs, sets: fields.sets, start: scenario.time.start)
    var count = 0
    try checkColumns(of: rows)
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
          + " include them")
    }
    volunteerNames = reading.append(to: &festival, everywhere: fields.matching.flexibleSlots == .all)
    givenNeeds = reading.givenNeeds
  }

  private func input(_ file: String, as table: InputTable) throws(ShiftsError) -> InputFile {
    do throws(TableError) {
      return InputFile(
        role: table.name, path: file, sha256: try Digest.ofFile(FilePath.path(of: file, in: folder)))
    } catch {
      throw ShiftsError(faults: [.table(error)])
    }
  }

  private func open(
    _ file: String, _ columns: [String: String], as table: InputTable
  ) throws(ShiftsError) -> CSVReader {
    do throws(TableError) {
      var rows = try CSVReader(contentsOf: FilePath.path(of: file, in: folder), columns: columns, as: table)
      rows.clock = TableClock(zone: scenario.time.zone)
      return rows
    } catch {
      throw ShiftsError(faults: [.table(error)])
    }
  }

  private func checkColumns(of rows: borrowing CSVReader) throws(ShiftsError) {
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

extension CSVReader {
  /// Returns the name in `column`, which must not be empty, be too long for the tables, or begin like a spreadsheet
  /// formula.
  mutating func name(_ column: CSVColumn) -> String {
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
