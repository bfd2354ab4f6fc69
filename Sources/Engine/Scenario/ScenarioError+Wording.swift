import JSON5
import Quantities

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
    guard !known.isEmpty else { return "; there are no fields here" }
    return "; \(opening) " + known.map { "`\($0)`" }.joined(separator: ", ")
  }
}
