import Quantities
import Scenario

extension NeedsPlan {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "beds", \.beds, Shape.object(Beds.members).orNull,
          "Beds: a volunteer who stays overnight needs one in each night from the first day with a shift to the last;"
            + " `null` orders none."),
        Field(
          "meals", \.meals, Shape.object(Meals.members).orNull,
          "Meals: one for each shift, duties in the reserve among them; `null` orders none."),
        Field(
          "shirts", \.shirts, Shape.object(Shirts.members).orNull,
          "T-shirts: one for each volunteer; `null` orders none."),
      ],
      check: { checked, faults in
        guard checked.value == Self() else { return }
        checked.conflict(
          "there is neither `beds` nor `meals` nor `shirts`; give one, or leave `needs` out",
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
          "The share of volunteers who stay overnight, of those of whom no file says it."),
        Field(
          "before", \.before, .timeOfDay(),
          "Whose first shift of the first day begins before this time of day needs a bed in the night before, too."
        ).idle { beds, scenario in beds.share == 0 && !scenario.mayListNeeds ? nobody : nil },
        Field(
          "after", \.after, .timeOfDay(),
          "Whose last shift of the last day ends after this time of day needs a bed in the night that follows, too."
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
          "The kinds: each volunteer has one of them.")
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
          "The sizes: each volunteer has one of them."
        ),
        Field(
          "shifts", \.shifts, .integer(1, to: 10_000),
          "With which of their shifts volunteers get their T-shirt: 1 for the first."),
      ])
  }
}

extension NeedsPlan.Kind {
  /// A list of kinds with different names, of which there is at least one.
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
          "What files and figures call it."),
        Field(
          "weight", \.weight, .number(.atLeast(0)),
          "How often volunteers need it of whom no file says it, against the others."),
      ])
  }

  /// Returns whether it can be part of the name of a figure, in which parts are separated by points.
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
  /// Whether a file may list the volunteers' needs.
  fileprivate var mayListNeeds: Bool {
    if case .recorded = fields(of: ShiftsFields.self).volunteers { true } else { false }
  }
}
