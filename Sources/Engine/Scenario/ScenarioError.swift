public import JSON5
import Quantities

/// All faults of a scenario.
public struct ScenarioError: Error, Equatable, Sendable {
  /// The file, as given.
  public var file: String
  /// The faults in file order, followed by faults of the command line.
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
  /// The location of the value, or, if it is missing, of the object that lacks it.
  public var origin: Origin
  /// The fault with its remedy.
  public var problem: Problem

  /// The kind of fault.
  public enum Problem: Hashable, Sendable {
    /// The text is not JSON5, for the reason given in a sentence.
    case malformed(String)
    /// A duplicate key.
    case duplicateKey(first: Origin)
    /// An unknown key, with the nearest name, all known names, and the kind of the object.
    case unknownField(nearest: String?, known: [String], ofKind: String?)
    /// A field of other markets, with their names and the scenario's own market.
    case foreignField(owners: [String], market: String)
    /// A value of the wrong type.
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
  /// The deferred checks for fields without effect, evaluated after the scenario has been read.
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

  /// Adds a deferred check, evaluated after the scenario has been read.
  mutating func append(_ question: IdleQuestion) { questions.append(question) }

  /// Returns the fields without effect in the fully read `scenario`.
  func idleFields(in scenario: Scenario) -> [IdleField] {
    questions.compactMap { $0.answer(in: scenario) }.outermost
  }

  /// Replaces the problem of each fault with the result of `problem`.
  mutating func revise(_ problem: (ScenarioFault) -> ScenarioFault.Problem) {
    for place in list.indices { list[place].problem = problem(list[place]) }
  }

  /// The faults in file order, followed by faults of the command line.
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

extension ScenarioError: CustomStringConvertible {
  /// One line per fault: place, field, finding, remedy.
  public var description: String {
    (faults.map { $0.sentence(file: file) } + moreSentence).joined(separator: "\n")
  }
}

extension ScenarioError {
  /// A sentence with the number of further faults, if any.
  var moreSentence: [String] {
    more == 0 ? [] : ["… and \(more) more \(more == 1 ? "fault" : "faults")"]
  }
}

extension ScenarioFault {
  /// Returns the fault as a message, with its place in `file`.
  public func sentence(file: String) -> String {
    let subject = path.isEmpty ? "" : path + ": "
    return "\(origin.place(in: file)): \(subject)\(problem.sentence)\(form)"
  }

  /// The correct form of a commonly miswritten value; empty for others.
  private var form: String {
    switch problem {
    case .wrongType(let found, let expected), .outOfRange(let found, let expected):
      let text = String(found.drop { $0 == "\"" }.prefix { $0 != "\"" })
      if let (low, high) = RightForm.ofRange(text), expected.contains("number") {
        return if case .variation = origin {
          "; a range is \(low):\(high):3, with the number of values"
        } else {
          "; a study varies over a range, as in `detour sweep --vary \(path)=\(low):\(high):3`"
        }
      }
      guard expected.contains("date and time"), let time = RightForm.ofTime(text) else { return "" }
      return "; write " + (time.contains("T") ? time : "2008-05-22T\(time):00, with the day")
    default: return ""
    }
  }
}

extension ScenarioFault.Problem {
  /// The fault with its remedy.
  var sentence: String {
    switch self {
    case .malformed(let sentence): sentence
    case .duplicateKey(let first): "is given twice (first \(Self.words(first))); keep one"
    case .unknownField(let nearest, let known, let kind):
      "is not a field\(kind.map { " of kind `\($0)`" } ?? "")" + Self.advice(nearest, known, "the fields are")
    case .foreignField(let owners, let market):
      "is a field of \(Self.words(owners)); this scenario is of market `\(market)`"
    case .wrongType(let found, let expected): "found \(found); give \(expected)"
    case .notFinite(let found, let expected):
      "found \(found), which is not a finite number; give \(expected)"
    case .outOfRange(let found, let expected): "found \(found), which is out of range; give \(expected)"
    case .notOneOf(let found, let nearest, let choices):
      "found \(found), which is not a valid choice" + Self.advice(nearest, choices, "give one of")
    case .missing(let expected): "is missing; give \(expected)"
    case .conflict(let sentence): sentence
    case .badOverride(let sentence): sentence
    }
  }

  private static func words(_ origin: Origin) -> String {
    switch origin {
    case .file(let line, _): "in line \(line)"
    case .override, .variation: "in the same option"
    }
  }

  /// Returns the names of one or several markets as text.
  static func words(_ markets: [String]) -> String {
    let names = markets.map { "`\($0)`" }
    guard let last = names.last, names.count > 1 else { return "market " + names.joined() }
    return "the markets \(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  private static func advice(_ nearest: String?, _ known: [String], _ opening: String) -> String {
    if let nearest { return "; did you mean `\(nearest)`?" }
    guard !known.isEmpty else { return "; this object has no fields" }
    return "; \(opening) " + known.map { "`\($0)`" }.joined(separator: ", ")
  }
}
