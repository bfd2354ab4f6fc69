public import JSON5

/// All faults of a scenario.
public struct ScenarioError: Error, Equatable, Sendable {
  /// The file, as given.
  public var file: String
  /// The faults in file order, those of the command line last.
  public var faults: [ScenarioFault]
  /// The number of further faults.
  public var more: Int

  /// Creates the error of `faults` and `more` further ones.
  public init(file: String, faults: [ScenarioFault], more: Int = 0) {
    self.file = file
    self.faults = faults
    self.more = more
  }

  init(file: String, _ faults: Faults) {
    self.init(file: file, faults: faults.sorted, more: faults.more)
  }
}

/// One fault of a scenario.
public struct ScenarioFault: Error, Equatable, Sendable {
  /// The field, such as `matching.radius_m` or `supply.od.zones[2].x`; empty for the whole text.
  public var path: String
  /// The place of the value, or, for a missing one, of the object without it.
  public var origin: Origin
  /// The fault with its remedy.
  public var problem: Problem

  /// The kind of fault.
  public enum Problem: Hashable, Sendable {
    /// The text is not JSON5, for the reason given in a sentence.
    case malformed(String)
    /// A duplicate key.
    case duplicateKey(first: Origin)
    /// An unknown key; with the nearest name, all names, and the kind of the object.
    case unknownField(nearest: String?, known: [String], ofKind: String?)
    /// A field of other markets; their names, and the scenario's market.
    case foreignField(owners: [String], market: String)
    /// A value of another type.
    case wrongType(found: String, expected: String)
    /// `NaN` or an infinity.
    case notFinite(found: String, expected: String)
    /// A value of the right type that is out of range.
    case outOfRange(found: String, expected: String)
    /// A text that is not one of the choices.
    case notOneOf(found: String, nearest: String?, choices: [String])
    /// A missing required field.
    case missing(expected: String)
    /// Conflicting fields; the sentence includes the remedy.
    case conflict(String)
    /// A text after `--set` that is not `path=value`, or has a path through a value without members.
    case badOverride(String)
  }
}

/// Collects faults while a scenario is read: a limited number, and a count of the others.
package struct Faults {
  package private(set) var list: [ScenarioFault] = []
  /// The questions answered after the scenario has been read.
  private var questions: [IdleQuestion] = []
  /// The number of faults beyond the first `kept`.
  private(set) var more = 0

  /// The maximum number of faults kept.
  static let kept = 100

  /// Creates an empty collection.
  package init() {}

  /// Adds the `problem`, evaluated only if it is kept.
  package mutating func add(
    _ problem: @autoclosure () -> ScenarioFault.Problem, at path: @autoclosure () -> String, _ origin: Origin
  ) {
    guard list.count < Self.kept else {
      more += 1
      return
    }
    list.append(ScenarioFault(path: path(), origin: origin, problem: problem()))
  }

  /// Adds a conflict between the fields `paths`, unless one of them is faulty itself.
  package mutating func add(
    conflict sentence: String, among paths: [String], at path: String, _ origin: Origin
  ) {
    let isKnown = list.contains { fault in paths.contains { Self.lies(fault.path, within: $0) } }
    if !isKnown { add(.conflict(sentence), at: path, origin) }
  }

  /// Adds a question answered after the scenario has been read.
  mutating func append(_ question: IdleQuestion) { questions.append(question) }

  /// Returns the fields without effect in the fully read `scenario`.
  func idleFields(in scenario: Scenario) -> [IdleField] {
    questions.compactMap { $0.answer(in: scenario) }.outermost
  }

  /// Replaces the problem of each fault by the result of `problem`.
  mutating func revise(_ problem: (ScenarioFault) -> ScenarioFault.Problem) {
    for place in list.indices { list[place].problem = problem(list[place]) }
  }

  /// The faults in file order, those of the command line last.
  package var sorted: [ScenarioFault] {
    let keyed = list.enumerated().map { index, fault in
      switch fault.origin {
      case .file(let line, let column): ((line, column, index), fault)
      case .override, .variation: ((Int.max, 0, index), fault)
      }
    }
    return keyed.sorted { $0.0 < $1.0 }.map(\.1)
  }

  static func lies(_ path: String, within other: String) -> Bool {
    guard path.hasPrefix(other) else { return false }
    let rest = path.dropFirst(other.count)
    return rest.isEmpty || rest.first == "." || rest.first == "["
  }
}

extension String {
  /// Returns the path of the member `key` of the object at this path.
  package func member(_ key: String) -> String { isEmpty ? key : self + "." + key }

  /// Returns the path of the item `index` of the list at this path.
  package func item(_ index: Int) -> String { self + "[\(index)]" }
}
