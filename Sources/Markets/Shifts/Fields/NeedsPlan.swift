package import Quantities
import Scenario

/// The supplies that the organiser orders for the volunteers: beds, meals and T-shirts.
package struct NeedsPlan: Equatable, Sendable {
  package var beds: Beds?
  package var meals: Meals?
  package var shirts: Shirts?

  /// The beds needed, night by night.
  package struct Beds: Equatable, Sendable {
    /// The share of volunteers who stay overnight.
    package var share = 0.3
    /// The time of day before which the first shift has to begin for the volunteer to arrive the evening before.
    package var before = Milliseconds(hours: 9)
    /// The time of day after which the last shift has to end for the volunteer to leave the next morning.
    package var after = Milliseconds(hours: 21)
  }

  /// The meals, one per shift, by kind.
  package struct Meals: Equatable, Sendable {
    package var kinds: [Kind] = []
  }

  /// The T-shirts, one per volunteer, by size.
  package struct Shirts: Equatable, Sendable {
    package var sizes: [Kind] = []
    /// The number of the shift at which volunteers get it, counting from 1.
    package var shifts = 1
  }

  /// A kind of meal, or a T-shirt size.
  package struct Kind: Equatable, Sendable {
    package var name = ""
    /// The relative frequency of the kind among synthetic volunteers.
    package var weight = 1.0
  }
}

extension Milliseconds {
  fileprivate init(hours: Int64) { self.init(hours * 3_600_000) }
}

extension NeedsPlan {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "beds", \.beds, Shape.object(Beds.members).orNull,
          "Beds: an overnight volunteer requires one for each night from the first to the last day with a shift."
            + " `null`: none."),
        Field(
          "meals", \.meals, Shape.object(Meals.members).orNull,
          "Meals: one per shift, including reserve duties. `null`: none."),
        Field(
          "shirts", \.shirts, Shape.object(Shirts.members).orNull,
          "T-shirts: one per volunteer. `null`: none."),
      ],
      check: { checked, faults in
        guard checked.value == Self() else { return }
        checked.conflict(
          "none of `beds`, `meals` and `shirts` is given; give one, or leave `needs` out",
          ["beds", "meals", "shirts"], &faults)
      })
  }
}

extension NeedsPlan.Beds {
  static var members: Members<Self> {
    let nobody = "no volunteer stays overnight (`share` is 0)"
    return Members(
      Self(),
      [
        Field(
          "share", \.share, .share,
          "The share of volunteers who stay overnight, unless a file specifies it."),
        Field(
          "before", \.before, .timeOfDay(),
          "If the first shift of the first day begins before this time of day, a bed is required for the night before too."
        ).idle { beds, scenario in beds.share == 0 && !scenario.mayListNeeds ? nobody : nil },
        Field(
          "after", \.after, .timeOfDay(),
          "If the last shift of the last day ends after this time of day, a bed is required for the following night too."
        ).idle { beds, scenario in beds.share == 0 && !scenario.mayListNeeds ? nobody : nil },
      ])
  }
}

extension NeedsPlan.Meals {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "kinds", \.kinds, NeedsPlan.Kind.shape, isRequired: true,
          "The kinds of meal; each volunteer has one.")
      ])
  }
}

extension NeedsPlan.Shirts {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "sizes", \.sizes, NeedsPlan.Kind.shape, isRequired: true,
          "The sizes; each volunteer has one."
        ),
        Field(
          "shifts", \.shifts, .integer(1, to: 10_000),
          "The number of the shift at which volunteers get their T-shirt; 1: the first."),
      ])
  }
}

extension NeedsPlan.Kind {
  /// The shape of a non-empty list of kinds with distinct names.
  fileprivate static var shape: Shape<[Self]> {
    Shape<Self>.object(members).list(counts: 1...100).distinct(by: \.name).checked { kinds in
      kinds.contains { $0.weight > 0 } ? nil : "no weight is above 0; give at least one"
    }
  }

  private static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "name", \.name,
          .text(
            "a word of 1 to 40 letters from A to Z, digits, `_` and `-`, a letter or digit first",
            pattern: "^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$", isName), isRequired: true,
          "The name in files and figures."),
        Field(
          "weight", \.weight, .number(.atLeast(0)),
          "The relative frequency among volunteers, unless a file specifies it."),
      ])
  }

  /// Returns whether `text` is valid as a part of a figure's name, in which dots separate the parts.
  private static func isName(_ text: String) -> Bool {
    func isLetterOrDigit(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    return (1...40).contains(text.utf8.count) && text.utf8.first.map(isLetterOrDigit) == true
      && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }
}

extension Scenario {
  /// Whether the volunteers' needs may be recorded in a file.
  fileprivate var mayListNeeds: Bool {
    if case .recorded = fields(of: ShiftsFields.self).volunteers { true } else { false }
  }
}
