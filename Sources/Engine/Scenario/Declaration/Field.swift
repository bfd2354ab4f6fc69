package import JSON5

/// One member of the object read as a `Root`: the single source for reading, writing and documentation.
package struct Field<Root> {
  package let name: String
  package let summary: String
  package let isRequired: Bool
  /// The declaration of the value, for documentation; computed on demand.
  package var declaration: Declaration { declare() }
  private let declare: () -> Declaration
  /// Reads the member into the root; an invalid member leaves it unchanged.
  package let read: (Node, _ path: String, inout Root, inout Faults) -> Void
  /// Returns the value to be written for the member; nil if the member is left out.
  package let write: (Root, Writing) -> JSON?
  /// The value of an omitted member that has a default.
  private var unwritten: (() -> JSON)?
  /// The rule for when the member has no effect; nil if it can always have one.
  var idleRule: IdleRule<Root>?

  /// Declares the member `name` with custom reading and writing.
  package init(
    name: String, summary: String, isRequired: Bool, declaration: @autoclosure @escaping () -> Declaration,
    read: @escaping (Node, _ path: String, inout Root, inout Faults) -> Void,
    write: @escaping (Root, Writing) -> JSON?
  ) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
    declare = declaration
    self.read = read
    self.write = write
  }

  /// Declares the member `name` at the key path `place`, with the `shape` of its value and a one-sentence description.
  package init<Value>(
    _ name: String, _ place: WritableKeyPath<Root, Value>, _ shape: Shape<Value>, isRequired: Bool = false,
    entersIdentity: Bool = true, _ summary: String
  ) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
    declare = { shape.declaration }
    read = { node, path, root, faults in
      if let value = shape.read(node, path, &faults) { root[keyPath: place] = value }
    }
    write = { root, writing in
      let isLeftOut = writing == .identity && !entersIdentity
      return isLeftOut ? .null : shape.write(root[keyPath: place], writing)
    }
  }

  /// Declares the member `name` at the key path `place`, with a `shape` whose values may also be `null`.
  package init<Value>(
    _ name: String, _ place: WritableKeyPath<Root, Value?>, orNull shape: Shape<Value>, _ summary: String
  ) {
    self.init(name, place, shape.orNull, summary)
  }

  /// Declares the member `name`, a file or `null`. The identity contains the file's content instead of its name;
  /// scenarios without a file keep the identity from before the member was introduced.
  package init(_ name: String, _ place: WritableKeyPath<Root, String?>, fileOrNull summary: String) {
    let field = Self(name, place, Shape<String>.file.orNull, summary)
    self.name = name
    self.summary = summary
    isRequired = false
    declare = { field.declaration }
    read = field.read
    write = { root, writing in writing == .identity ? nil : field.write(root, writing) }
  }

  /// Declares the member `name`, which is not written if it is `null`, so that scenarios without it keep the identity
  /// from before the member was introduced.
  package init<Value>(
    _ name: String, _ place: WritableKeyPath<Root, Value?>,
    orAbsent shape: @autoclosure @escaping () -> Shape<Value>,
    _ summary: String
  ) {
    // The shape of a rarely used member is not even created unless it is read.
    self.init(
      name: name, summary: summary, isRequired: false, declaration: shape().orNull.declaration,
      read: { node, path, root, faults in
        if let value = shape().orNull.read(node, path, &faults) { root[keyPath: place] = value }
      },
      write: { root, writing in root[keyPath: place].map { shape().write($0, writing) } })
  }

  /// Declares the member `name`, which is not written if it equals its default `standard`, so that scenarios without it
  /// keep the identity from before the member was introduced.
  package init<Value: Equatable>(
    _ name: String, _ place: WritableKeyPath<Root, Value>, _ shape: Shape<Value>, unwrittenAt standard: Value,
    _ summary: String
  ) {
    self.init(name, place, shape, summary)
    let field = self
    self.init(
      name: name, summary: summary, isRequired: false, declaration: shape.declaration, read: field.read,
      write: { root, writing in root[keyPath: place] == standard ? nil : field.write(root, writing) })
    unwritten = { shape.write(standard, .reload) }
  }

  /// Declares the member `name`, an object whose members are read into the root itself.
  package init(_ name: String, group members: Members<Root>, _ summary: String) {
    self.init(
      name: name, summary: summary, isRequired: false, declaration: .object(members.declarations),
      read: { node, path, root, faults in
        guard node.isObject(.object(members.declarations), path, &faults) else { return }
        members.read(node, path, into: &root, &faults)
      },
      write: { root, writing in .object(members.write(root, writing)) })
  }

  /// Returns the field with its value in `prototype` as its default.
  package func declared(in prototype: Root) -> FieldDeclaration {
    FieldDeclaration(
      name: name, summary: summary, declaration: declaration,
      defaultValue: isRequired ? nil : write(prototype, .reload) ?? unwritten?() ?? .null)
  }
}

/// The arguments of an object's check: the value read, its node, and its path.
package struct Checked<Value> {
  package let value: Value
  package let node: Node
  package let path: String

  /// Reports a conflict between `members`, at the first one present.
  package func conflict(_ sentence: String, _ members: [String], _ faults: inout Faults) {
    let origin = members.lazy.compactMap { node[$0]?.origin }.first ?? node.origin
    faults.add(conflict: sentence, among: members.map(path.member), at: path, origin)
  }
}

/// The members of an object read as a `Value`.
package struct Members<Value> {
  package let prototype: Value
  package let fields: [Field<Value>]
  /// The names of the fields, which are searched instead of the generic fields themselves.
  private let names: [String]
  /// The indices of the required fields.
  private let required: [Int]
  /// Whether any member may be without effect.
  private let hasIdleRules: Bool
  package var check: (Checked<Value>, inout Faults) -> Void = { _, _ in }

  /// Creates the members of an object with defaults from `prototype`.
  package init(
    _ prototype: Value, _ fields: [Field<Value>],
    check: @escaping (Checked<Value>, inout Faults) -> Void = { _, _ in }
  ) {
    self.prototype = prototype
    self.fields = fields
    names = fields.map { $0.name }
    required = fields.indices.filter { fields[$0].isRequired }
    hasIdleRules = fields.contains { $0.idleRule != nil }
    self.check = check
  }

  package var declarations: [FieldDeclaration] { fields.map { $0.declared(in: prototype) } }

  /// Reads the members of `node`, an object; invalid ones keep their defaults.
  ///
  /// `others` are keys read by the caller; `kind` is the kind of the object if it belongs to a union.
  package func read(
    _ node: Node, _ path: String, others: [String] = [], kind: String? = nil, _ faults: inout Faults
  )
    -> Value
  {
    var value = prototype
    read(node, path, into: &value, others: others, kind: kind, &faults)
    return value
  }

  /// Reads the members of `node`, an object, into `value`; invalid ones leave it unchanged.
  package func read(
    _ node: Node, _ path: String, into value: inout Value, others: [String] = [], kind: String? = nil,
    _ faults: inout Faults
  ) {
    for member in node.members ?? [] {
      if let place = names.firstIndex(of: member.key) {
        fields[place].read(member.value, path.member(member.key), &value, &faults)
      } else if !others.contains(member.key) {
        faults.add(unknown(member.key, others, kind), at: path.member(member.key), member.origin)
      }
    }
    for place in required where node[names[place]] == nil {
      let expected = fields[place].declaration.words
      faults.add(.missing(expected: expected), at: path.member(names[place]), node.origin)
    }
    check(Checked(value: value, node: node, path: path), &faults)
    if hasIdleRules { askWhetherIdle(node, path, value, &faults) }
  }

  /// Records a deferred check for each member of `node` that may have no effect, except those equal to the default,
  /// because the scenario in a manifest contains every default.
  private func askWhetherIdle(_ node: Node, _ path: String, _ value: Value, _ faults: inout Faults) {
    for member in node.members ?? [] {
      guard let place = names.firstIndex(of: member.key), let rule = fields[place].idleRule else { continue }
      guard member.value.saysSomething else { continue }
      let (field, prototype) = (fields[place], prototype)
      faults.append(
        IdleQuestion(path: path.member(member.key), origin: member.value.origin) { scenario in
          guard let reason = rule(value, scenario) else { return nil }
          return field.write(value, .reload) == field.write(prototype, .reload) ? nil : reason
        })
    }
  }

  private func unknown(_ key: String, _ others: [String], _ kind: String?) -> ScenarioFault.Problem {
    let known = others + names
    return .unknownField(nearest: nearestName(to: key, among: known), known: known, ofKind: kind)
  }

  package func write(_ value: Value, _ writing: Writing) -> [JSON.Member] {
    names.indices.compactMap { place in
      fields[place].write(value, writing).map { JSON.Member(names[place], $0) }
    }
  }
}

/// Members are immutable, and their key paths contain only names, so all threads may read them.
extension Members: @unchecked Sendable where Value: Sendable {}
extension Field: @unchecked Sendable where Root: Sendable {}

extension Node {
  /// Whether the value could have an effect; false for `null` and an empty list.
  fileprivate var saysSomething: Bool {
    switch value {
    case .null: false
    case .list(let items): !items.isEmpty
    case .boolean, .number, .text, .object: true
    }
  }

  /// Returns whether the node is an object, as `declaration` requires; records a fault if not.
  func isObject(_ declaration: @autoclosure () -> Declaration, _ path: String, _ faults: inout Faults) -> Bool
  {
    if members != nil { return true }
    faults.add(.wrongType(found: shown, expected: declaration().words), at: path, origin)
    return false
  }
}

extension Shape {
  /// Returns the shape of an object with these members.
  package static func object(_ members: Members<Value>) -> Self {
    Self(
      declaration: .object(members.declarations),
      read: { node, path, faults in
        guard node.isObject(.object(members.declarations), path, &faults) else { return nil }
        return members.read(node, path, &faults)
      },
      write: { value, writing in .object(members.write(value, writing)) })
  }
}
