import Tables
import Travellers

/// The columns of a traveller's traits and preferences.
struct TravellerColumns {
  private let smoker: CSVOptionalColumn
  private let sex: CSVOptionalColumn
  private let age: CSVOptionalColumn
  private let wantsSmoker: CSVOptionalColumn
  private let wantsSex: CSVOptionalColumn
  private let youngest: CSVOptionalColumn
  private let oldest: CSVOptionalColumn
  private let required: CSVOptionalColumn

  init(_ rows: inout CSVReader) {
    smoker = rows.optionalColumn("smoker")
    sex = rows.optionalColumn("sex")
    age = rows.optionalColumn("age")
    wantsSmoker = rows.optionalColumn("wants_smoker")
    wantsSex = rows.optionalColumn("wants_sex")
    youngest = rows.optionalColumn("wants_age_min")
    oldest = rows.optionalColumn("wants_age_max")
    required = rows.optionalColumn("wants_required")
  }

  /// Returns the traits and preferences in the row, with drawn values where they are missing; drawn preferences depend
  /// on the row's traits.
  func read(_ rows: inout CSVReader, drawn: Traveller) -> (person: Person, wishes: Wishes) {
    var traveller = drawn
    if let value = rows.bool(smoker) { traveller.person.smoker = value }
    if let value = rows.choice(sex, of: Sex.self) { traveller.person.sex = value }
    if let value = rows.int64(age, in: 0...150) { traveller.person.age = Int16(value) }
    var wishes = traveller.wishes
    if let value = rows.bool(wantsSmoker) { wishes.smoker = value }
    if let value = rows.choice(wantsSex, of: Sex.self) { wishes.sex = value }
    if let value = rows.int64(youngest, in: 0...150) { wishes.youngest = Int16(value) }
    if let value = rows.int64(oldest, in: 0...150) { wishes.oldest = Int16(value) }
    if let youngest = wishes.youngest, let last = wishes.oldest, youngest > last, oldest.isPresent {
      rows.recordValue(oldest, expected: .other("an age from wants_age_min up"))
    }
    if let value = rows.bool(required) { wishes.required = value }
    return (traveller.person, wishes)
  }
}
