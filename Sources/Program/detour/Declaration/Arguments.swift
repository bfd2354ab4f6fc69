import Markets
import Quoting
import Scenario

/// The parsed words that follow a command's name on the command line.
struct Arguments {
  /// The words that are not options, in order.
  var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// Fields given without `=`, each with the word that follows, presumably its value.
  private var severed: [(option: String, field: String, value: String)] = []
  let command: Command

  /// Returns whether the switch `name` was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Returns the last value given for `name`.
  func value(_ name: String) -> String? { values[name]?.last }

  /// Returns the last value given for `name`, or the default the option declares.
  func valueOrStandard(_ name: String) -> String {
    guard let value = value(name) ?? command.allOptions.first(where: { $0.name == name })?.standard else {
      preconditionFailure("\(name) of \(command.name) declares no standard")
    }
    return value
  }

  /// Returns all values given for `name`, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Parses `words` into the operands and options of `command`.
  ///
  /// - Throws: `UsageError` for an unknown option, a missing, superfluous or invalid value, or a wrong number of
  ///   operands.
  init(_ words: ArraySlice<String>, for command: Command) throws(UsageError) {
    self.command = command
    var rest = words
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else if word.hasPrefix("--") {
        // Split by scalars: the shell still sees a `=` if a combining mark follows it, but Swift sees another
        // character.
        let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { String($0) }
        try read(parts[0], attached: parts.count > 1 ? parts[1] : nil, &rest)
      } else {
        try read(letters: word, &rest)
      }
    }
    guard command.operandCount.contains(operands.count) else {
      throw command.misuse(countSentence)
    }
    for (place, word) in operands.enumerated() {
      if case .scenario? = command.operands.at(place)?.kind, let path = ShippedScenarios.path(of: word) {
        operands[place] = path
      }
      guard let refusal = command.operands.at(place)?.kind.refusal(of: word) else { continue }
      throw command.misuse("`\(word)`: \(refusal)")
    }
  }

  /// The message for a wrong number of operands.
  private var countSentence: String {
    let expected = command.operandsText.isEmpty ? "no argument" : command.operandsText
    let words = operands.map { "`\($0)`" }.joined(separator: ", ")
    let found = operands.isEmpty ? "none" : "\(operands.count) (\(words))"
    // In `--set matching.radius_m 800`, the value ended up among the operands.
    let advice = severed.first { operands.contains($0.value) }.map {
      "; did you mean `\($0.option) \($0.field)=\($0.value)`?"
    }
    return "`detour \(command.name)` expects \(expected), got \(found)" + (advice ?? "")
  }

  /// Parses `-q`, `-oFILE`, or several switches in one word.
  private mutating func read(letters word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      if option(name)?.value != nil, !letters.isEmpty {
        return try read(name, attached: String(letters.first == "=" ? letters.dropFirst() : letters), &rest)
      }
      try read(name, attached: nil, &rest)
    }
  }

  private func option(_ name: String) -> Option? {
    (command.allOptions + command.hiddenOptions).first { $0.isCalled(name) }
  }

  /// Parses the option `name`; the first word of its value may be attached to it.
  private mutating func read(
    _ name: String, attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let option = option(name) else { throw unknown(name, value: attached ?? rest.first) }
    if option.former.contains(name) {
      Detour.warn("\(name) is now called \(option.name); the old name is accepted until version 2.0")
    }
    if option.value == nil, attached != nil {
      throw command.misuse("\(option.name) takes no value")
    }
    var value = ""
    if let placeholder = option.value {
      var words = [attached].compactMap(\.self)
      while words.count < option.wordCount {
        guard let word = rest.popFirst() else {
          throw command.misuse("\(option.name) requires a value: \(option.name) \(placeholder)")
        }
        words.append(word)
      }
      value = words.joined(separator: " ")
      if ["--set", "--vary"].contains(option.name), !value.contains("="), let next = rest.first,
        !next.hasPrefix("-")
      {
        severed.append((option.name, value, next))
      }
      if let refusal = option.kind.refusal(of: value) {
        throw command.misuse("\(option.name) \(value): \(refusal)")
      }
    }
    if !option.repeats, values[option.name] != nil {
      throw command.misuse("\(option.name) is given twice")
    }
    values[option.name, default: []].append(value)
  }

  private func unknown(_ name: String, value: String? = nil) -> UsageError {
    if let sentence = strayOption(name) { return command.misuse(sentence) }
    if let field = fieldMeant(by: name) {
      let value = value.flatMap { $0.hasPrefix("-") ? nil : $0 } ?? "VALUE"
      return command.misuse(
        "`\(name)` is not an option of `detour \(command.name)`; did you mean `--set \(field)=\(value)`?")
    }
    let names = command.options.map(\.name)
    let isLong = name.hasPrefix("--")
    let suggestion = Suggestion(for: isLong ? name : "", among: command.allOptions.map(\.name))
    let advice = suggestion.or(
      names.isEmpty ? "it has no options" : "its options are \(names.joined(separator: ", "))")
    return command.misuse("`\(name)` is not an option of `detour \(command.name)`; \(advice)")
  }

  /// Returns the scenario field with the name of an option, with or without its unit; nil if there is none or more
  /// than one.
  private func fieldMeant(by name: String) -> String? {
    guard name.hasPrefix("--"), command.allOptions.contains(where: { $0.name == "--set" }) else { return nil }
    let field = String(name.dropFirst(2)).replacingScalars(["-": "_"])
    let fields = Scenario.fields(calledLike: field, markets: Markets.scenarios)
    return fields.count == 1 ? fields[0] : nil
  }

  /// Returns the message for an option that other verbs of the same command have; nil if none has it.
  private func strayOption(_ name: String) -> String? {
    let parent = command.parent ?? command
    func has(_ other: Command) -> Bool { other.options.contains { $0.isCalled(name) } }
    var owners = parent.verbs.filter(has).map { "`\($0.word)`" }
    if has(parent) { owners.append("`detour \(parent.name)` without a verb") }
    guard !owners.isEmpty else { return nil }
    return
      "\(name) is not an option of `detour \(command.name)`; it is an option of \(owners.joined(separator: ", "))"
  }
}

extension Arguments {
  /// Returns the value of `name` as an unsigned 64-bit integer.
  ///
  /// - Throws: `UsageError` if it is not one.
  func unsigned(_ name: String) throws(UsageError) -> UInt64? {
    guard let text = value(name) else { return nil }
    guard let number = UInt64(text) else {
      throw command.misuse("\(name) \(text): give a whole number from 0 to \(UInt64.max)")
    }
    return number
  }

  /// Returns the value of `name` as an integer in `range`.
  ///
  /// - Throws: `UsageError` if it is not one.
  func count(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw command.misuse(
        "\(name) \(text): give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the value of `name`, or its default, as a non-negative integer.
  ///
  /// - Throws: `UsageError` if it is not one.
  func wholeOrStandard(_ name: String) throws(UsageError) -> Int {
    if let number = try unsigned(name) { return Int(clamping: number) }
    guard let number = Int(valueOrStandard(name)) else {
      preconditionFailure("\(name): a standard that is no number")
    }
    return number
  }

  /// Returns the value of `name` as a finite number.
  ///
  /// - Throws: `UsageError` if it is not one.
  func number(_ name: String) throws(UsageError) -> Double? {
    value(name) == nil ? nil : try numberOrStandard(name)
  }

  /// Returns the value of `name`, or its default, as a finite number.
  ///
  /// - Throws: `UsageError` if it is not one.
  func numberOrStandard(_ name: String) throws(UsageError) -> Double {
    let text = valueOrStandard(name)
    guard let number = Double(text), number.isFinite else {
      throw command.misuse("\(name) \(text): give a number")
    }
    return number
  }
}
