import JSON5

extension Variation {
  /// Whether the values are given by a range.
  public var isRange: Bool { from != nil && to != nil }

  /// Whether there is only one value.
  public var isSingle: Bool { isRange ? from == to : values.count == 1 }

  /// The number of values in a grid or a list; 0 for a range without a count.
  var valueCount: Int { isRange ? count ?? 0 : values.count }

  /// The duplicate value in the list, as a sentence; nil if there is none.
  public var repetition: String? {
    values.indices.first { values[..<$0].contains(values[$0]) }.map {
      "the value \(values[$0]) of `\(field)` is in the list twice; keep one"
    }
  }

  /// The fault of the values, as a sentence; nil if they are valid.
  public var conflict: String? {
    if let formula = values.first(where: \.beginsFormula) {
      return
        "the value \(formula) of `\(field)` begins with `\(formula.prefix(1))` and is not a number, so spreadsheets would"
        + " run it as a formula; give another value"
    }
    guard values.isEmpty else {
      return from == nil && to == nil && count == nil
        ? nil : "`\(field)` has a list of values and a range; give one of them"
    }
    guard let from, let to else { return "`\(field)` has no values; give a list, or from and to" }
    let range = "\(JSON.shortest(from)):\(JSON.shortest(to))"
    if count == 1, from == to { return nil }
    if from >= to { return "the range \(range) of `\(field)` is empty; give the lower bound first" }
    if scale == .log, from <= 0 {
      return "the range \(range) of `\(field)` cannot have log steps; give a lower bound above 0"
    }
    if let count, count < 2 {
      return "the range \(range) of `\(field)` has \(count) values; give 2 or more, or a single value"
    }
    return nil
  }

  /// Parses `FIELD=start:stop:count`, `FIELD=start:stop:count:log`, `FIELD=start:stop` or `FIELD=a,b,c`.
  ///
  /// - Throws: the fault.
  public init(option text: String) throws(ScenarioFault) {
    func fault(_ sentence: String) -> ScenarioFault {
      ScenarioFault(path: "", origin: .variation(text), problem: .badOverride(sentence))
    }
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
      throw fault("there is no field; write FIELD=start:stop:count or FIELD=a,b,c")
    }
    field = text[..<sign].filter { !$0.isWhitespace }
    let written = text[text.index(after: sign)...]
    if !readRange(written) { values = Self.items(of: written).map(Self.canonical) }
    guard values.allSatisfy({ !$0.isEmpty }) else {
      throw fault("a value is empty; write FIELD=start:stop:count or FIELD=a,b,c")
    }
    if let conflict = repetition ?? conflict { throw fault(conflict) }
  }

  /// Parses `start:stop[:count][:log]`; false if `text` does not have this form.
  private mutating func readRange(_ text: Substring) -> Bool {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let from = Double(parts[0]), let to = Double(parts[1]), from.isFinite, to.isFinite
    else { return false }
    parts.removeFirst(2)
    if let last = parts.last, let scale = Scale(rawValue: String(last)) {
      self.scale = scale
      parts.removeLast()
    }
    if let first = parts.first {
      guard let count = Int(first) else { return false }
      self.count = count
      parts.removeFirst()
    }
    guard parts.isEmpty else { return false }
    (self.from, self.to) = (from, to)
    return true
  }

  /// Splits `text` at commas outside brackets.
  private static func items(of text: Substring) -> [String] {
    var items = [""]
    var depth = 0
    for character in text {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      if character == ",", depth == 0 { items.append("") } else { items[items.count - 1].append(character) }
    }
    return items
  }

  /// Returns `text` with the fewest digits if it is a number, otherwise unchanged.
  private static func canonical(_ text: String) -> String {
    var parser = JSON5Parser(text)
    guard let node = try? parser.parse(), case .number(let value, let exact) = node.value, value.isFinite
    else { return text }
    return exact.map { String($0) } ?? JSON.shortest(value)
  }
}
