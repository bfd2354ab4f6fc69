import JSON5
import Quantities

/// The number that `node` holds, with its exact value where it is written as a whole one; adds a fault and
/// returns nil where it is none to count with.
private func finiteNumber(
  _ node: Node, _ path: String, _ declaration: Declaration, _ faults: inout Faults
) -> (value: Double, exact: Int128?)? {
  guard case .number(let value, let exact) = node.value else {
    faults.add(.wrongType(found: node.shown, expected: declaration.words), at: path, node.origin)
    return nil
  }
  guard value.isFinite else {
    faults.add(.notFinite(found: node.shown, expected: declaration.words), at: path, node.origin)
    return nil
  }
  return (value, exact)
}

/// The text that `node` holds; adds a fault and returns nil where it is none.
private func givenText(
  _ node: Node, _ path: String, _ declaration: Declaration, _ faults: inout Faults
) -> String? {
  if case .text(let text) = node.value { return text }
  faults.add(.wrongType(found: node.shown, expected: declaration.words), at: path, node.origin)
  return nil
}

extension Shape<Bool> {
  static var boolean: Self {
    Self(
      declaration: .boolean,
      read: { node, path, faults in
        if case .boolean(let value) = node.value { return value }
        faults.add(
          .wrongType(found: node.shown, expected: Declaration.boolean.words), at: path, node.origin)
        return nil
      },
      write: { value, _ in .boolean(value) })
  }
}

extension Shape where Value: FixedWidthInteger {
  /// A whole number; `1e3` is one too.
  static func integer(_ lower: Value, to upper: Value) -> Self {
    let interval = Interval(lower: Int128(lower), upper: Int128(upper))
    let declaration = Declaration.integer(interval)
    return Self(
      declaration: declaration,
      read: { node, path, faults in
        guard let found = finiteNumber(node, path, declaration, &faults) else { return nil }
        guard let whole = found.exact ?? Int128(exactly: found.value) else {
          faults.add(.wrongType(found: node.shown, expected: declaration.words), at: path, node.origin)
          return nil
        }
        if interval.contains(whole) { return Value(whole) }
        faults.add(.outOfRange(found: node.shown, expected: declaration.words), at: path, node.origin)
        return nil
      },
      write: { value, _ in .integer(Int128(value)) })
  }
}

extension Shape<Double> {
  /// A number of `unit`.
  static func number(_ interval: Interval<Double>, _ unit: String = "") -> Self {
    let declaration = Declaration.number(interval, unit: unit)
    return Self(
      declaration: declaration,
      read: { node, path, faults in
        guard let found = finiteNumber(node, path, declaration, &faults) else { return nil }
        // Adding zero turns -0 into 0, which is written alike everywhere.
        if interval.contains(found.value) { return found.value + 0 }
        faults.add(.outOfRange(found: node.shown, expected: declaration.words), at: path, node.origin)
        return nil
      },
      write: { value, _ in .number(value) })
  }

  static func metres(_ interval: Interval<Double> = .from(0, to: 1e8)) -> Self { number(interval, "m") }
  static var share: Self { number(.share) }
}

extension Shape<Milliseconds> {
  /// Seconds, rounded to milliseconds; without an interval, up to some thirty years.
  static func seconds(_ interval: Interval<Double> = .from(0, to: 1e9)) -> Self {
    Shape<Double>.number(interval, "s").map({ Milliseconds(seconds: $0) }, { $0.seconds })
  }
}

extension Shape<String> {
  /// A text that `accepts`; `words` and `pattern` say the same to people and editors.
  static func text(
    _ words: String = "a text", pattern: String? = nil, _ accepts: @escaping (String) -> Bool = { _ in true }
  ) -> Self {
    let declaration = Declaration.text(words: words, pattern: pattern)
    return Self(
      declaration: declaration,
      read: { node, path, faults in
        guard let text = givenText(node, path, declaration, &faults) else { return nil }
        if accepts(text) { return text }
        faults.add(.outOfRange(found: node.shown, expected: declaration.words), at: path, node.origin)
        return nil
      },
      write: { value, _ in .text(value) })
  }

  /// A file name; it stays out of the identity, which the file's content enters.
  static var file: Self {
    let text = text("the name of a file or folder", pattern: ".", { !$0.isEmpty })
    return Self(
      declaration: text.declaration, read: text.read,
      write: { $1 == .identity ? .null : .text($0) })
  }

  /// One of `names`.
  static func choice(_ names: [String]) -> Self {
    let declaration = Declaration.choice(names)
    return Self(
      declaration: declaration,
      read: { node, path, faults in
        guard let text = givenText(node, path, declaration, &faults) else { return nil }
        if names.contains(text) { return text }
        let nearest = nearestName(to: text, among: names)
        faults.add(
          .notOneOf(found: node.shown, nearest: nearest, choices: names), at: path, node.origin)
        return nil
      },
      write: { value, _ in .text(value) })
  }
}

extension Shape where Value: RawRepresentable<String> & CaseIterable {
  /// One of the cases, by its raw value.
  static var oneOf: Self {
    Shape<String>.choice(Value.allCases.map(\.rawValue)).map({ Value(rawValue: $0)! }, { $0.rawValue })
  }
}

extension Shape<LocalDateTime> {
  static var dateTime: Self {
    Self(
      declaration: .dateTime,
      read: { node, path, faults in
        guard let text = givenText(node, path, .dateTime, &faults) else { return nil }
        if let value = LocalDateTime(text) { return value }
        faults.add(
          .outOfRange(found: node.shown, expected: Declaration.dateTime.words), at: path, node.origin)
        return nil
      },
      write: { value, _ in .text(value.description) })
  }
}
