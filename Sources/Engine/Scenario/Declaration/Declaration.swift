package import JSON5

/// The values allowed in a field, for schema and documentation.
package indirect enum Declaration {
  case boolean
  case integer(Interval<Int128>)
  case number(Interval<Double>, unit: String)
  /// A text; `words` describes the allowed texts, and `pattern` is the regular expression for editors.
  case text(words: String, pattern: String?)
  case dateTime
  case choice([String])
  case list(Declaration, counts: ClosedRange<Int>)
  case object([FieldDeclaration])
  /// An object defined by another document.
  case anyObject
  /// An object with arbitrary member names and values of this kind.
  case named(Declaration)
  /// An object of several kinds, selected by the member `tag`.
  case union([KindDeclaration], tag: String)
  case either([Declaration])
  case nullable(Declaration)
}

/// A field of an object: name, allowed values and default.
package struct FieldDeclaration {
  package var name: String
  /// The description, one sentence.
  package var summary: String
  package var declaration: Declaration
  /// The default; nil if the field is required.
  package var defaultValue: JSON?
}

/// One kind of a union object.
package struct KindDeclaration {
  package var name: String
  /// The description, one sentence.
  package var summary: String
  package var fields: [FieldDeclaration]
}

/// The interval from `lower` to `upper`, including `upper` and optionally excluding `lower`.
package struct Interval<Bound: Comparable & Sendable>: Sendable {
  package var lower: Bound
  package var upper: Bound
  package var includesLower = true

  /// Creates the interval from `lower` to `upper`.
  package init(lower: Bound, upper: Bound, includesLower: Bool = true) {
    self.lower = lower
    self.upper = upper
    self.includesLower = includesLower
  }

  package func contains(_ value: Bound) -> Bool {
    value <= upper && (includesLower ? value >= lower : value > lower)
  }
}

extension Interval<Double> {
  /// Returns the interval from `lower` to `upper`.
  package static func from(_ lower: Double, to upper: Double) -> Self { Self(lower: lower, upper: upper) }
  /// Returns the interval from `lower` upwards; the upper bound of 10⁹ only keeps sums finite.
  package static func atLeast(_ lower: Double) -> Self { Self(lower: lower, upper: 1e9) }
  /// The positive numbers.
  package static var positive: Self { Self(lower: 0, upper: 1e9, includesLower: false) }
  package static var share: Self { from(0, to: 1) }
}

extension Declaration {
  /// The allowed values, worded to follow "give".
  package var words: String {
    switch self {
    case .boolean: "`true` or `false`"
    case .integer(let interval): "a whole number \(Self.words(interval.lower, interval.upper, true))"
    case .number(let interval, let unit):
      "a number \(Self.words(interval.lower, interval.upper, interval.includesLower))"
        + (unit.isEmpty ? "" : " (\(unit))")
    case .text(let words, _): words
    case .dateTime: "a date and time like `\"2008-05-22T07:30:00\"`"
    case .choice(let names): "one of " + names.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .list(let item, let counts):
      "a list of \(Self.words(counts)) items, each \(item.words)"
    case .object(let fields) where fields.count <= 3:
      "an object with " + fields.map { "`\($0.name)`" }.joined(separator: ", ")
    case .object, .anyObject: "an object"
    case .named(let value): "an object of names and values, each \(value.words)"
    case .union(let kinds, let tag):
      "an object with `\(tag)` " + kinds.map { "`\"\($0.name)\"`" }.joined(separator: ", ")
    case .either(let forms): forms.map(\.words).joined(separator: ", or ")
    case .nullable(let declaration): declaration.words + ", or `null`"
    }
  }

  private static func words<Bound>(_ lower: Bound, _ upper: Bound, _ includesLower: Bool) -> String
  where Bound: Comparable & LosslessStringConvertible {
    "from \(number(lower)) to \(number(upper))" + (includesLower ? "" : ", excluding \(number(lower))")
  }

  private static func words(_ counts: ClosedRange<Int>) -> String {
    counts.upperBound == .max
      ? "at least \(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
  }

  private static func number(_ value: some LosslessStringConvertible) -> String {
    guard let value = value as? Double else { return String(value) }
    let text = JSON.shortest(value)
    // Ceilings of 1e6 and more only keep sums finite.
    let zeros = text.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    return zeros < 6 ? text : text.dropLast(zeros) + "e\(zeros)"
  }
}

/// One kind of an object read as a `Root`.
package struct Kind<Root> {
  package let name: String
  /// The declaration, for schema and documentation; computed on demand.
  package var declaration: KindDeclaration { declare() }
  private let declare: () -> KindDeclaration
  /// Reads the members other than `tag`, which selects the kind.
  package let read: (Node, _ path: String, _ tag: String, inout Faults) -> Root
  /// Returns the members of a root of this kind, without the tag; nil for other kinds.
  package let write: (Root, Writing) -> [JSON.Member]?

  /// Declares the kind `name`, built by `embed` and recognised by `extract`.
  package init<Payload>(
    _ name: String, _ members: Members<Payload>, _ embed: @escaping (Payload) -> Root,
    _ extract: @escaping (Root) -> Payload?, _ summary: String
  ) {
    self.name = name
    declare = { KindDeclaration(name: name, summary: summary, fields: members.declarations) }
    read = { node, path, tag, faults in
      embed(members.read(node, path, others: [tag], kind: name, &faults))
    }
    write = { root, writing in extract(root).map { members.write($0, writing) } }
  }

  /// Declares the kind `name` without members.
  package init(_ name: String, _ root: Root, _ isOne: @escaping (Root) -> Bool, _ summary: String) {
    self.init(name, Members((), []), { root }, { isOne($0) ? () : nil }, summary)
  }
}

extension Shape {
  /// Returns the shape of an object whose member `tag` selects its kind.
  package static func union(_ kinds: [Kind<Value>], by tag: String = "kind") -> Self {
    func whole() -> Declaration { .union(kinds.map(\.declaration), tag: tag) }
    let kindShape = Shape<String>.choice(kinds.map(\.name))
    return Self(
      declaration: whole(),
      read: { node, path, faults in
        guard node.isObject(whole(), path, &faults) else { return nil }
        guard let kindNode = node[tag] else {
          let expected = kindShape.declaration.words
          faults.add(.missing(expected: expected), at: path.member(tag), node.origin)
          return nil
        }
        guard let name = kindShape.read(kindNode, path.member(tag), &faults) else { return nil }
        return kinds.first { $0.name == name }?.read(node, path, tag, &faults)
      },
      write: { value, writing in
        for kind in kinds {
          guard let members = kind.write(value, writing) else { continue }
          return .object([JSON.Member(tag, .text(kind.name))] + members)
        }
        return .object([])
      })
  }
}
