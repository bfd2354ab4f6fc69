package import JSON5
import Statistics

/// The declaration of a kind of value, with the functions that read, check and write it.
package struct Shape<Value> {
  /// The declaration, for schema, documentation and messages; computed on demand, because a scenario is read without most of them.
  package var declaration: Declaration { declare() }
  private let declare: () -> Declaration
  /// Reads a node; records a fault and returns nil if it is invalid.
  package let read: (Node, _ path: String, inout Faults) -> Value?
  package let write: (Value, Writing) -> JSON

  /// Creates the shape of values with `declaration`.
  package init(
    declaration: @autoclosure @escaping () -> Declaration,
    read: @escaping (Node, _ path: String, inout Faults) -> Value?,
    write: @escaping (Value, Writing) -> JSON
  ) {
    declare = declaration
    self.read = read
    self.write = write
  }
}

/// The reason a node is not the expected value.
package enum Refusal: Error {
  case wrongType, notFinite, outOfRange
  case notOneOf([String], text: String)

  /// Returns the problem that `found` was given instead of `expected`.
  package func problem(_ found: String, _ expected: String) -> ScenarioFault.Problem {
    switch self {
    case .wrongType: .wrongType(found: found, expected: expected)
    case .notFinite: .notFinite(found: found, expected: expected)
    case .outOfRange: .outOfRange(found: found, expected: expected)
    case .notOneOf(let names, let text):
      .notOneOf(found: found, nearest: nearestName(to: text, among: names), choices: names)
    }
  }
}

/// The purpose of writing a scenario.
package enum Writing {
  /// To read the scenario again: all fields are written.
  case reload
  /// To identify runs: fields that cannot change results are left out.
  case identity
}

extension Shape {
  /// Creates a shape with values read from one node by `read`, which throws if the node is invalid.
  package init(
    _ declaration: Declaration, _ read: @escaping (Node) throws(Refusal) -> Value,
    write: @escaping (Value, Writing) -> JSON
  ) {
    declare = { declaration }
    self.write = write
    self.read = { node, path, faults in
      do throws(Refusal) { return try read(node) } catch {
        faults.add(error.problem(node.shown, declaration.words), at: path, node.origin)
        return nil
      }
    }
  }

  /// Returns the shape of the same values converted to another type; `read` may return a problem to reject a value.
  package func map<Other>(
    _ read: @escaping (Value) -> Other, _ write: @escaping (Other) -> Value
  ) -> Shape<Other> {
    Shape<Other>(
      declaration: declaration,
      read: { node, path, faults in self.read(node, path, &faults).map(read) },
      write: { value, writing in self.write(write(value), writing) })
  }

  /// The shape of the same values, or `null`.
  package var orNull: Shape<Value?> {
    Shape<Value?>(
      declaration: .nullable(declaration),
      read: { node, path, faults in
        if case .null = node.value { return .some(nil) }
        return self.read(node, path, &faults).map(Optional.some)
      },
      write: { value, writing in value.map { self.write($0, writing) } ?? .null })
  }

  /// Returns the shape of a list of such values.
  package func list(counts: ClosedRange<Int> = 1...(.max)) -> Shape<[Value]> {
    func whole() -> Declaration { .list(declaration, counts: counts) }
    return Shape<[Value]>(
      declaration: whole(),
      read: { node, path, faults in
        guard case .list(let items) = node.value else {
          faults.add(.wrongType(found: node.shown, expected: whole().words), at: path, node.origin)
          return nil
        }
        guard counts.contains(items.count) else {
          let found = "a list of \(items.count)"
          faults.add(.outOfRange(found: found, expected: whole().words), at: path, node.origin)
          return nil
        }
        let values = items.enumerated().map { self.read($1, path.item($0), &faults) }
        let whole = values.compactMap { $0 }
        return whole.count == items.count ? whole : nil
      },
      write: { values, writing in .list(values.map { self.write($0, writing) }) })
  }

  /// Returns the same shape, restricted to lists whose items have unique names.
  package func distinct<Item>(by name: @escaping (Item) -> String) -> Self where Value == [Item] {
    checked { items in
      var names: Set<String> = []
      return items.map(name).first { !names.insert($0).inserted }
        .map { "the name `\($0)` is given twice; names must be unique" }
    }
  }

  /// Returns the same shape, restricted to values in which `check` finds no fault.
  package func checked(_ check: @escaping (Value) -> String?) -> Self {
    Self(
      declaration: declaration,
      read: { node, path, faults in
        guard let value = self.read(node, path, &faults) else { return nil }
        guard let sentence = check(value) else { return value }
        faults.add(.conflict(sentence), at: path, node.origin)
        return nil
      },
      write: write)
  }
}

extension Shape<Law> {
  /// Returns the shape of a distribution; `unit` is the suffix of its dimensional members: `{law: "lognormal", median_s: 2, sigma: 0.5}`. A
  /// plain number is read as a constant.
  package static func law(
    _ interval: Interval<Double> = .from(0, to: 1e9), unit: String = "s"
  ) -> Self {
    let number = Shape<Double>.number(interval, unit)
    // Most laws are plain numbers: the kinds of objects are not even created for them.
    func laws() -> Self {
      .union(LawKinds(number, ending: unit.isEmpty ? "" : "_" + unit).all, by: "law")
    }
    return Shape(
      declaration: .either([number.declaration, laws().declaration]),
      read: { node, path, faults in
        if node.members != nil { return laws().read(node, path, &faults) }
        return number.read(node, path, &faults).map(Law.fixed)
      },
      write: { law, writing in
        if case .fixed(let value) = law { number.write(value, writing) } else { laws().write(law, writing) }
      })
  }
}

/// The members of each kind of distribution.
private struct LawKinds {
  private let number: Shape<Double>
  private let ending: String

  /// Declares distributions of quantities of the shape `number`, with member names ending in `ending`.
  init(_ number: Shape<Double>, ending: String) {
    self.number = number
    self.ending = ending
  }

  var all: [Kind<Law>] { [fixed, uniform, exponential, lognormal] }

  private var fixed: Kind<Law> {
    Kind(
      "fixed",
      Members(0.0, [Field("value" + ending, \.self, number, isRequired: true, "The constant value.")]),
      Law.fixed,
      { if case .fixed(let value) = $0 { value } else { nil } },
      "A constant; equivalent to a plain number."
    )
  }

  private struct Range {
    var from = 0.0
    var to = 0.0
  }

  private var uniform: Kind<Law> {
    let names = ["from" + ending, "to" + ending]
    let members = Members(
      Range(),
      [
        Field(names[0], \.from, number, isRequired: true, "The lower bound."),
        Field(names[1], \.to, number, isRequired: true, "The upper bound."),
      ],
      check: { checked, faults in
        if checked.value.from > checked.value.to {
          checked.conflict("\(names[0]) exceeds \(names[1]); swap them", names, &faults)
        }
      })
    return Kind(
      "uniform", members, { .uniform(from: $0.from, to: $0.to) },
      { if case .uniform(let from, let to) = $0 { Range(from: from, to: to) } else { nil } },
      "A uniform distribution.")
  }

  private var exponential: Kind<Law> {
    Kind(
      "exponential",
      Members(0.0, [Field("mean" + ending, \.self, number, isRequired: true, "The mean.")]),
      { .exponential(mean: $0) }, { if case .exponential(let mean) = $0 { mean } else { nil } },
      "An exponential distribution.")
  }

  private struct Lognormal {
    var median = 0.0
    var sigma = 0.0
  }

  private var lognormal: Kind<Law> {
    let members = Members(
      Lognormal(),
      [
        Field("median" + ending, \.median, number, isRequired: true, "The median."),
        Field(
          "sigma", \.sigma, .number(.from(0, to: 5)), isRequired: true,
          "The standard deviation of the logarithm."),
      ])
    return Kind(
      "lognormal", members, { .lognormal(median: $0.median, sigma: $0.sigma) },
      {
        if case .lognormal(let median, let sigma) = $0 {
          Lognormal(median: median, sigma: sigma)
        } else {
          nil
        }
      }, "A lognormal distribution.")
  }
}
