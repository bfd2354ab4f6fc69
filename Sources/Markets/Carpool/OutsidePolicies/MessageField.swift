import JSON5
import Quantities
import Travellers

/// A field in messages to external policies: its name, unit, meaning and source.
struct MessageField<Row>: Sendable {
  let name: String
  /// The unit; empty if there is none.
  let unit: String
  /// The meaning, one sentence.
  let meaning: String
  let value: @Sendable (Row) -> MessageValue

  init(
    _ name: String, _ unit: String = "", _ meaning: String, _ value: @escaping @Sendable (Row) -> MessageValue
  ) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    self.value = value
  }

  /// The description of the field in the first message.
  var json: JSON {
    .object([.init("name", .text(name)), .init("unit", .text(unit)), .init("meaning", .text(meaning))])
  }
}

/// The value of a field.
enum MessageValue {
  case integer(Int64)
  /// Seconds with three decimals; `null` for `.never`.
  case time(Milliseconds)
  /// A number; `null` if it is not finite.
  case number(Double)
  case flag(Bool?)
  case text(String)
  case absent

  init(_ value: Int16?) { self = value.map { .integer(Int64($0)) } ?? .absent }
  init(_ value: Sex?) { self = value.map { .text($0.rawValue) } ?? .absent }
}

/// Returns the fields of traits and preferences, for requests and drivers alike.
func personFields<Row>(
  _ person: @escaping @Sendable (Row) -> Person, _ wishes: @escaping @Sendable (Row) -> Wishes
) -> [MessageField<Row>] {
  [
    .init("smoker", "", "Whether they smoke; null where it is not known.") { .flag(person($0).smoker) },
    .init("sex", "", "`f` or `m`; null where it is not known.") { .init(person($0).sex) },
    .init("age", "years", "Their age; null where it is not known.") { .init(person($0).age) },
    .init("wants_smoker", "", "Whether the other should smoke; null for no wish.") {
      .flag(wishes($0).smoker)
    },
    .init("wants_sex", "", "Which sex the other should have; null for no wish.") { .init(wishes($0).sex) },
    .init("wants_age_min", "years", "The youngest age wished for; null for no wish.") {
      .init(wishes($0).youngest)
    },
    .init("wants_age_max", "years", "The oldest age wished for; null for no wish.") {
      .init(wishes($0).oldest)
    },
    .init("wants_required", "", "Whether the wishes must be met, or only count in the cost.") {
      .flag(wishes($0).required)
    },
  ]
}
