import JSON5
import Quantities

/// Returns the number in `node`, with its exact value if it is written as an integer.
private func givenNumber(_ node: Node) throws(Refusal) -> (value: Double, exact: Int128?) {
  guard case .number(let value, let exact) = node.value else { throw .wrongType }
  guard value.isFinite else { throw .notFinite }
  return (value, exact)
}

/// Returns the text in `node`.
private func givenText(_ node: Node) throws(Refusal) -> String {
  guard case .text(let text) = node.value else { throw .wrongType }
  return text
}

extension Shape<Bool> {
  package static var boolean: Self {
    Self(.boolean) { node throws(Refusal) in
      guard case .boolean(let value) = node.value else { throw .wrongType }
      return value
    } write: { value, _ in
      .boolean(value)
    }
  }
}

extension Shape where Value: FixedWidthInteger {
  /// Returns the shape of an integer, which may be written like `1e3`.
  package static func integer(_ lower: Value, to upper: Value) -> Self {
    let interval = Interval(lower: Int128(lower), upper: Int128(upper))
    return Self(.integer(interval)) { node throws(Refusal) in
      let found = try givenNumber(node)
      guard let whole = found.exact ?? Int128(exactly: found.value) else { throw .wrongType }
      guard interval.contains(whole) else { throw .outOfRange }
      return Value(whole)
    } write: { value, _ in
      .integer(value)
    }
  }
}

extension Shape<Double> {
  /// Returns the shape of a number in `unit`.
  package static func number(_ interval: Interval<Double>, _ unit: String = "") -> Self {
    Self(.number(interval, unit: unit)) { node throws(Refusal) in
      let value = try givenNumber(node).value
      guard interval.contains(value) else { throw .outOfRange }
      // Adding zero turns -0 into 0, for a unique notation.
      return value + 0
    } write: { value, _ in
      .number(value)
    }
  }

  package static func metres(_ interval: Interval<Double> = .from(0, to: 1e8)) -> Self {
    number(interval, "m")
  }
  package static var share: Self { number(.share) }

  /// Returns the shape of the same numbers, or `null`, which is read as infinity.
  package func orInfinite() -> Self { orNull.map({ $0 ?? .infinity }, { $0 == .infinity ? nil : $0 }) }
}

extension Shape<[Double]> {
  /// Returns the shape of weights, at least one of them positive.
  package static func weights(counts: ClosedRange<Int> = 1...(.max)) -> Self {
    Shape<Double>.number(.atLeast(0)).list(counts: counts).checked {
      $0.contains { $0 > 0 } ? nil : "no weight is above 0; give at least one"
    }
  }
}

extension Shape<Milliseconds> {
  /// Returns the shape of seconds, rounded to milliseconds; by default up to about 30 years.
  package static func seconds(_ interval: Interval<Double> = .from(0, to: 1e9)) -> Self {
    Shape<Double>.number(interval, "s").map({ Milliseconds(seconds: $0) }, { $0.seconds })
  }

  /// Returns the shape of the same times, or `null`, which is read as `.never`.
  package func orNever() -> Self { orNull.map({ $0 ?? .never }, { $0 == .never ? nil : $0 }) }
}

extension Shape<String> {
  /// Returns the shape of texts accepted by `accepts`; `words` and `pattern` describe them for people and
  /// editors.
  package static func text(
    _ words: String = "a text", pattern: String? = nil, _ accepts: @escaping (String) -> Bool = { _ in true }
  ) -> Self {
    Self(.text(words: words, pattern: pattern)) { node throws(Refusal) in
      let text = try givenText(node)
      guard accepts(text) else { throw .outOfRange }
      return text
    } write: { value, _ in
      .text(value)
    }
  }

  /// The shape of a file name; left out of the identity, which includes the file's content instead.
  package static var file: Self {
    let text = text("the name of a file or folder", pattern: ".", { !$0.isEmpty })
    return Self(
      declaration: text.declaration, read: text.read,
      write: { $1 == .identity ? .null : .text($0) })
  }

  /// Returns the shape of one of `names`.
  package static func choice(_ names: [String]) -> Self {
    Self(.choice(names)) { node throws(Refusal) in
      let text = try givenText(node)
      guard names.contains(text) else { throw .notOneOf(names, text: text) }
      return text
    } write: { value, _ in
      .text(value)
    }
  }
}

extension Shape where Value: RawRepresentable<String> & CaseIterable {
  /// The shape of one of the cases, by raw value.
  package static var oneOf: Self {
    Shape<String>.choice(Value.allCases.map(\.rawValue)).map({ Value(rawValue: $0)! }, { $0.rawValue })
  }
}

extension Shape<LocalDateTime> {
  /// The shape of a date such as `2026-05-18`, read as the midnight at which it begins.
  package static var day: Self {
    Shape<String>.text("a date like 2026-05-18", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$") {
      $0.utf8.count == 10 && LocalDateTime($0 + "T00:00:00") != nil
    }.map({ LocalDateTime($0 + "T00:00:00")! }, { String($0.description.prefix(10)) })
  }

  package static var dateTime: Self {
    Self(.dateTime) { node throws(Refusal) in
      guard let value = LocalDateTime(try givenText(node)) else { throw .outOfRange }
      return value
    } write: { value, _ in
      .text(value.description)
    }
  }
}

extension Shape<[String: String]> {
  /// The shape of a table's own column names, keyed by the standard names.
  package static var columnNames: Self {
    let name = Shape<String>.text("the name of a column", pattern: ".", { !$0.isEmpty })
    return Self(
      declaration: .named(name.declaration),
      read: { node, path, faults in
        guard node.isObject(.named(name.declaration), path, &faults) else { return nil }
        var names: [String: String] = [:]
        for member in node.members ?? [] {
          names[member.key] = name.read(member.value, path.member(member.key), &faults)
        }
        return names
      },
      write: { names, _ in
        .object(names.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .text($0.value)) })
      })
  }
}

extension Field {
  /// Returns the member `columns` of an object that refers to a table.
  package static func columns(
    _ place: WritableKeyPath<Root, [String: String]>, of tables: String = "The file's"
  ) -> Self {
    Field(
      "columns", place, .columnNames, unwrittenAt: [:],
      "\(tables) column names, keyed by the standard names, such as `{pickup_datetime: \"tpep_pickup_datetime\"}`; unlisted "
        + "columns have their standard names.")
  }
}
