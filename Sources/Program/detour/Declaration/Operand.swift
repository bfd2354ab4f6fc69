/// What stands behind the name of a command, or of one of its verbs.
struct Operand: Sendable {
  let name: String
  var kind = ValueKind.text
  /// How many of it there may be.
  var count = 1...1

  /// As the help writes it: `[B]` may be left out, `SHARD…` is repeated.
  var usage: String {
    let many = count.upperBound > 1
    return count.lowerBound == 0 ? (many ? "[\(name) …]" : "[\(name)]") : many ? name + "…" : name
  }
}

/// One of the things that a command can be told to do, named by its first operand.
struct Verb: Sendable {
  let name: String
  /// How it is written, and what that does; one for each way.
  let forms: [Form]
  var operands: [Operand] = []
  /// Names of the options that belong to it; nil for all of the command.
  var options: [String]?

  /// A way to write it.
  struct Form: Sendable {
    /// What stands behind the name.
    var usage: String = ""
    let summary: String
  }

  /// Declares a verb that is written in one way, its operands one by one.
  init(_ name: String, _ operands: [Operand] = [], options: [String]? = nil, summary: String) {
    let usage = operands.map(\.usage).joined(separator: " ")
    self.init(name, operands, options: options, forms: [Form(usage: usage, summary: summary)])
  }

  /// Declares a verb that is written in several ways.
  init(_ name: String, _ operands: [Operand] = [], options: [String]? = nil, forms: [Form]) {
    self.name = name
    self.operands = operands
    self.options = options
    self.forms = forms
  }
}

extension [Operand] {
  /// The one that stands at `place`, from 0; nil behind the last.
  func at(_ place: Int) -> Operand? {
    var begin = 0
    for operand in self {
      begin += operand.count.upperBound
      if place < begin { return operand }
    }
    return nil
  }
}
