package import JSON5

/// The declaration of a kind of value, with its reading, checks and writing.
package struct Shape<Value> {
  package let declaration: Declaration
  /// Reads a node; records a fault and returns nil if it is invalid.
  package let read: (Node, _ path: String, inout Faults) -> Value?
  package let write: (Value, Writing) -> JSON

  /// Creates the shape of values with `declaration`.
  package init(
    declaration: Declaration, read: @escaping (Node, _ path: String, inout Faults) -> Value?,
    write: @escaping (Value, Writing) -> JSON
  ) {
    self.declaration = declaration
    self.read = read
    self.write = write
  }
}

/// The reason a node is not the expected value.
package enum Refusal: Error {
  case wrongType, notFinite, outOfRange
  case notOneOf([String], text: String)

  /// Returns the problem of `found` in place of `expected`.
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
  /// To read it again: everything.
  case reload
  /// To identify runs: without fields that cannot change results.
  case identity
}

extension Shape {
  /// Creates a shape with values read from one node by `read`, which throws if it is invalid.
  package init(
    _ declaration: Declaration, _ read: @escaping (Node) throws(Refusal) -> Value,
    write: @escaping (Value, Writing) -> JSON
  ) {
    self.declaration = declaration
    self.write = write
    self.read = { node, path, faults in
      do throws(Refusal) { return try read(node) } catch {
        faults.add(error.problem(node.shown, declaration.words), at: path, node.origin)
        return nil
      }
    }
  }

  /// Returns the same values converted to another type; `read` may return a problem to reject one.
  package func map<Other>(
    _ read: @escaping (Value) -> Other, _ write: @escaping (Other) -> Value
  ) -> Shape<Other> {
    Shape<Other>(
      declaration: declaration,
      read: { node, path, faults in self.read(node, path, &faults).map(read) },
      write: { value, writing in self.write(write(value), writing) })
  }

  /// The same values, or `null`.
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
    let declaration = Declaration.list(declaration, counts: counts)
    return Shape<[Value]>(
      declaration: declaration,
      read: { node, path, faults in
        guard case .list(let items) = node.value else {
          faults.add(.wrongType(found: node.shown, expected: declaration.words), at: path, node.origin)
          return nil
        }
        guard counts.contains(items.count) else {
          let found = "a list of \(items.count)"
          faults.add(.outOfRange(found: found, expected: declaration.words), at: path, node.origin)
          return nil
        }
        let values = items.enumerated().map { self.read($1, path.item($0), &faults) }
        let whole = values.compactMap { $0 }
        return whole.count == items.count ? whole : nil
      },
      write: { values, writing in .list(values.map { self.write($0, writing) }) })
  }

  /// Returns the same list with unique `name`s of items.
  package func distinct<Item>(by name: @escaping (Item) -> String) -> Self where Value == [Item] {
    checked { items in
      var names: Set<String> = []
      return items.map(name).first { !names.insert($0).inserted }
        .map { "the name `\($0)` is given twice; names must be unique" }
    }
  }

  /// Returns the same values, restricted to those in which `check` finds no fault.
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
