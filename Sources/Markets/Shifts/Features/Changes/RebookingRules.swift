import Scenario

/// The rules by which volunteers change confirmed sign-ups, each to another post, another slot, or both.
public struct RebookingRules: Equatable, Sendable {
  /// The probability that the volunteer of a confirmed sign-up requests a change before the deadline.
  public var probability = 0.1
  /// The relative frequency of each kind of change.
  public var postWeight = 1.0
  public var slotWeight = 1.0
  public var bothWeight = 1.0
  public var allWeight = 1.0

  public init() {}

  /// The weight of `kind`.
  func weight(of kind: RebookingKind) -> Double {
    switch kind {
    case .post: postWeight
    case .slot: slotWeight
    case .both: bothWeight
    case .all: allWeight
    }
  }
}

/// The kind of a change; the raw value is the name in tables.
public enum RebookingKind: String, CaseIterable, BitwiseCopyable, Sendable {
  case post
  case slot
  case both
  case all

  /// The meaning of the kind, in one sentence.
  var meaning: String {
    switch self {
    case .post: "Another post in the same slot."
    case .slot: "The same post in another slot."
    case .both: "Another post in another slot."
    case .all: "All confirmed sign-ups of the volunteer at once, each for another post in another slot."
    }
  }
}

extension Field<ShiftsFields.Behaviour> {
  static var changes: Self {
    Self(
      "changes", \.changes, orAbsent: .object(RebookingRules.members),
      "Changes of confirmed sign-ups before the deadline, each made atomically or not at all. `null`: none.")
  }
}

extension RebookingRules {
  static var members: Members<Self> {
    let weight = Shape<Double>.number(.from(0, to: 1e6))
    return Members(
      Self(),
      [
        Field(
          "probability", \.probability, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The probability that a volunteer asks to change a confirmed sign-up, at a uniform time before the deadline."
        ),
        Field(
          "post_weight", \.postWeight, weight, "The weight of requests for another post in the same slot."),
        Field(
          "slot_weight", \.slotWeight, weight, "The weight of requests for the same post in another slot."),
        Field(
          "both_weight", \.bothWeight, weight, "The weight of requests for another post in another slot."),
        Field(
          "all_weight", \.allWeight, weight,
          "The weight of requests to move all confirmed sign-ups to other posts in other slots, all or none."
        ),
      ],
      check: { checked, faults in
        if RebookingKind.allCases.allSatisfy({ checked.value.weight(of: $0) == 0 }) {
          checked.conflict(
            "all weights of changes are 0; give one above 0, or leave `changes` out",
            ["post_weight", "slot_weight", "both_weight", "all_weight"], &faults)
        }
      })
  }

  /// Reports kinds of change that are impossible in a programme with a single slot.
  static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let fields = checked.value.fields(of: ShiftsFields.self)
    guard let changes = fields.behaviour.changes, fields.programme.slots.count == 1 else { return }
    let others = RebookingKind.allCases.filter { $0 != .post && changes.weight(of: $0) > 0 }
    if !others.isEmpty {
      checked.conflict(
        "the programme has only one slot, so volunteers cannot change to another; give the weight 0 to: "
          + others.map { "\($0.rawValue)_weight" }.joined(separator: ", "),
        ["behaviour.changes", "behaviour", "programme"], &faults)
    }
  }
}
