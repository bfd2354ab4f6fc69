extension ScenarioError: CustomStringConvertible {
  /// One line for every fault: place, field, what was found, what would be right.
  public var description: String {
    faults.map { $0.sentence(file: file) }.joined(separator: "\n")
  }
}

extension ScenarioFault {
  /// The fault as people read it, with the place in `file`.
  public func sentence(file: String) -> String {
    let subject = path.isEmpty ? "" : path + ": "
    return "\(origin.place(in: file)): \(subject)\(problem.sentence)"
  }
}

extension Origin {
  /// The place as compilers write it, or the option on the command line.
  func place(in file: String) -> String {
    switch self {
    case .file(let line, let column): "\(file):\(line):\(column)"
    case .override(let text): "--set \(text)"
    case .variation(let text): "--vary \(text)"
    }
  }
}

extension ScenarioFault.Problem {
  /// What is wrong, and what would be right.
  var sentence: String {
    switch self {
    case .malformed(let sentence): sentence
    case .duplicateKey(let first): "is given twice (first \(Self.words(first))); keep one"
    case .unknownField(let nearest, let known, let kind):
      "is not a field\(kind.map { " of kind `\($0)`" } ?? "")" + Self.advice(nearest, known, "the fields are")
    case .wrongType(let found, let expected): "found \(found); give \(expected)"
    case .notFinite(let found, let expected):
      "found \(found), which is no number to count with; give \(expected)"
    case .outOfRange(let found, let expected): "found \(found), which is out of range; give \(expected)"
    case .notOneOf(let found, let nearest, let choices):
      "found \(found), which is not one of the choices" + Self.advice(nearest, choices, "they are")
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

  private static func advice(_ nearest: String?, _ known: [String], _ opening: String) -> String {
    if let nearest { return "; did you mean `\(nearest)`?" }
    guard !known.isEmpty else { return "; there are none here" }
    return "; \(opening) " + known.map { "`\($0)`" }.joined(separator: ", ")
  }
}

extension Malformation.Kind {
  /// What keeps the text from being JSON5, and what would be right.
  var sentence: String {
    switch self {
    case .unexpected(let found, let expected): "found \(found) where \(expected) should stand"
    case .unexpectedEnd(let expected): "the text ends where \(expected) should stand"
    case .openText: "a text is not closed on its line; close it with the quote that opens it"
    case .openComment: "a comment is not closed; close it with `*/`"
    case .badEscape: "an escape in a text is none of JSON5's; write `\\\\` for a backslash"
    case .badNumber(let text): "`\(text)` is not a number; put quotes around a text"
    case .tooDeep(let limit): "more than \(limit) lists and objects stand within one another"
    }
  }
}
