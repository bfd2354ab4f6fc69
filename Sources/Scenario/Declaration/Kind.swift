package import JSON5

/// One of the kinds of object that are read as a `Root`.
package struct Kind<Root> {
  package let declaration: KindDeclaration
  package let read: (Node, _ path: String, inout Faults) -> Root
  /// The members of a root of this kind; nil for the other kinds.
  package let write: (Root, Writing) -> [JSON.Member]?

  /// Declares the kind `name`, which is read by `embed` and recognised by `extract`.
  package init<Payload>(
    _ name: String, _ members: Members<Payload>, _ embed: @escaping (Payload) -> Root,
    _ extract: @escaping (Root) -> Payload?, _ summary: String
  ) {
    declaration = KindDeclaration(name: name, summary: summary, fields: members.declarations)
    read = { node, path, faults in
      embed(members.read(node, path, others: ["kind"], kind: name, &faults))
    }
    write = { root, writing in
      extract(root).map { [JSON.Member("kind", .text(name))] + members.write($0, writing) }
    }
  }

  /// Declares the kind `name` that has no members.
  package init(_ name: String, _ root: Root, _ isOne: @escaping (Root) -> Bool, _ summary: String) {
    self.init(name, Members((), []), { root }, { isOne($0) ? () : nil }, summary)
  }
}

extension Shape {
  /// An object whose member `kind` says which of `kinds` it is.
  package static func union(_ kinds: [Kind<Value>]) -> Self {
    let declaration = Declaration.union(kinds.map(\.declaration))
    let names = kinds.map(\.declaration.name)
    let kindShape = Shape<String>.choice(names)
    return Self(
      declaration: declaration,
      read: { node, path, faults in
        guard node.isObject(declaration, path, &faults) else { return nil }
        guard let kindNode = node["kind"] else {
          let expected = kindShape.declaration.words
          faults.add(.missing(expected: expected), at: path.member("kind"), node.origin)
          return nil
        }
        guard let name = kindShape.read(kindNode, path.member("kind"), &faults) else { return nil }
        return kinds.first { $0.declaration.name == name }?.read(node, path, &faults)
      },
      write: { value, writing in
        .object(kinds.lazy.compactMap { $0.write(value, writing) }.first ?? [])
      })
  }
}
