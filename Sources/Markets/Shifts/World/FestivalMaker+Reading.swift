import Ground
import Quantities
import Scenario
import Tables

extension FestivalMaker {
  /// Reads the slots and posts listed in a file: one row for each post, slot and zone.
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

  /// Reads the volunteers listed in a file: one row for each wish, in the order of the wishes.
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
  /// Returns the name in `column`, which must not be empty, too long for the tables, or something a spreadsheet
  /// would take for a formula.
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
