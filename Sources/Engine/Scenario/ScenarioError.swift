public import JSON5

/// Everything that is wrong with a scenario, at once.
public struct ScenarioError: Error, Equatable, Sendable {
  /// The file that was read, as it was named.
  public var file: String
  /// The faults in the order of the file; those of the command line last.
  public var faults: [ScenarioFault]
  /// The number of further ones.
  public var more: Int

  /// Creates the error of `faults`, and of as many `more`.
  public init(file: String, faults: [ScenarioFault], more: Int = 0) {
    self.file = file
    self.faults = faults
    self.more = more
  }

  init(file: String, _ faults: Faults) {
    self.init(file: file, faults: faults.sorted, more: faults.more)
  }
}

/// One thing that is wrong with a scenario.
public struct ScenarioFault: Error, Equatable, Sendable {
  /// The field, as `matching.radius_m` or `supply.od.zones[2].x`; empty for the whole text.
  public var path: String
  /// The place of the value; where one is missing, the object that lacks it.
  public var origin: Origin
  /// The fault, and what would be right.
  public var problem: Problem

  /// The fault, and what would be right.
  public enum Problem: Hashable, Sendable {
    /// The text is not JSON5; a sentence says why.
    case malformed(String)
    /// A key that its object has already.
    case duplicateKey(first: Origin)
    /// A key that is no field; the nearest name, all names, and the kind of the object.
    case unknownField(nearest: String?, known: [String], ofKind: String?)
    /// A field that only other markets have; theirs, and that of the scenario.
    case foreignField(owners: [String], market: String)
    /// A value of another type.
    case wrongType(found: String, expected: String)
    /// `NaN` or an infinity.
    case notFinite(found: String, expected: String)
    /// A value of the right type that is not allowed.
    case outOfRange(found: String, expected: String)
    /// A text that is none of the choices.
    case notOneOf(found: String, nearest: String?, choices: [String])
    /// A field that must be given and is not.
    case missing(expected: String)
    /// Fields that contradict each other; a sentence says how, and what to do.
    case conflict(String)
    /// A text after `--set` that is not `path=value`, or whose path leads through something without members.
    case badOverride(String)
  }
}

/// Gathers faults while a scenario is read: as many as anybody reads, and the number of the others.
package struct Faults {
  package private(set) var list: [ScenarioFault] = []
  /// The questions that are answered once the scenario is read.
  private var questions: [IdleQuestion] = []
  /// The number of faults that are not in the list, which has `kept`.
  private(set) var more = 0

  /// The most that are kept.
  static let kept = 100

  /// Begins without any.
  package init() {}

  /// Adds the `problem`, which is worked out for those that are kept.
  package mutating func add(
    _ problem: @autoclosure () -> ScenarioFault.Problem, at path: @autoclosure () -> String, _ origin: Origin
  ) {
    guard list.count < Self.kept else {
      more += 1
      return
    }
    list.append(ScenarioFault(path: path(), origin: origin, problem: problem()))
  }

  /// Adds that the fields `paths` contradict each other, unless one of them is at fault by itself.
  package mutating func add(
    conflict sentence: String, among paths: [String], at path: String, _ origin: Origin
  ) {
    let isKnown = list.contains { fault in paths.contains { Self.lies(fault.path, within: $0) } }
    if !isKnown { add(.conflict(sentence), at: path, origin) }
  }

  /// Adds a question that is answered once the scenario is read.
  mutating func append(_ question: IdleQuestion) { questions.append(question) }

  /// The fields that change no result of `scenario`, which was read.
  func idleFields(in scenario: Scenario) -> [IdleField] {
    questions.compactMap { $0.answer(in: scenario) }.outermost
  }

  /// Says of each fault what `problem` finds in it.
  mutating func revise(_ problem: (ScenarioFault) -> ScenarioFault.Problem) {
    for place in list.indices { list[place].problem = problem(list[place]) }
  }

  /// The faults in the order of the file, those of the command line last.
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
  /// The path of the member `key` of the object at this path.
  package func member(_ key: String) -> String { isEmpty ? key : self + "." + key }

  /// The path of the item `index` of the list at this path.
  package func item(_ index: Int) -> String { self + "[\(index)]" }
}
