/// One option of a command: how it is written and what it does.
struct Option: Sendable {
  let name: String
  /// What its value is called in the help, a word for each word that it takes; nil for a switch.
  var value: String?
  let help: String
  var repeats = false
}

/// What the user wrote after a command's name, sorted out.
struct Arguments {
  /// What is no option, in order.
  var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Whether the switch `name` was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The last value given for `name`.
  func value(_ name: String) -> String? { values[name]?.last }

  /// All values given for `name`, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Sorts `words` into the operands and options of `command`.
  ///
  /// - Throws: `UsageError` for an option that the command does not have, a value that is missing or too much,
  ///   or a wrong number of operands.
  init(_ words: ArraySlice<String>, for command: Command) throws(UsageError) {
    var rest = words
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else {
        try read(word, &rest, command)
      }
    }
    guard command.operandCount.contains(operands.count) else {
      let expected = command.operands.isEmpty ? "nothing" : command.operands
      throw UsageError(
        "`detour \(command.name)` takes \(expected), not \(operands.count) operands", command: command.name)
    }
  }

  private mutating func read(
    _ word: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = (command.options + Command.commonOptions).first(where: { $0.name == parts[0] }) else {
      let names = command.options.map(\.name).joined(separator: ", ")
      throw UsageError(
        "`\(parts[0])` is not an option of `detour \(command.name)`; it has \(names.isEmpty ? "none" : names)",
        command: command.name)
    }
    if option.value == nil, parts.count > 1 {
      throw UsageError("\(option.name) takes no value", command: command.name)
    }
    var value = ""
    if let name = option.value {
      var words = Array(parts.dropFirst())
      while words.count < name.split(separator: " ").count {
        guard let word = rest.popFirst() else {
          throw UsageError("\(option.name) needs a value: \(option.name) \(name)", command: command.name)
        }
        words.append(word)
      }
      value = words.joined(separator: " ")
    }
    if !option.repeats, values[option.name] != nil {
      throw UsageError("\(option.name) is given twice", command: command.name)
    }
    values[option.name, default: []].append(value)
  }
}

/// The command line cannot be understood: exit code 64.
struct UsageError: Error {
  let sentence: String
  /// The command whose help will help.
  let command: String?

  init(_ sentence: String, command: String?) {
    self.sentence = sentence
    self.command = command
  }
}

extension Arguments {
  /// The value of `name` as a whole number of 64 bits.
  ///
  /// - Throws: `UsageError` where something else was given.
  func unsigned(_ name: String, command: Command) throws(UsageError) -> UInt64? {
    guard let text = value(name) else { return nil }
    guard let number = UInt64(text) else {
      throw UsageError("\(name) \(text): give a whole number from 0 to \(UInt64.max)", command: command.name)
    }
    return number
  }
}
