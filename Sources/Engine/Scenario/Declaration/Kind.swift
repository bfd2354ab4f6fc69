package import JSON5

/// One kind of an object read as a `Root`.
package struct Kind<Root> {
  package let declaration: KindDeclaration
  /// Reads the members other than `tag`, which selects the kind.
  package let read: (Node, _ path: String, _ tag: String, inout Faults) -> Root
  /// Returns the members of a root of this kind, without the tag; nil for other kinds.
  package let write: (Root, Writing) -> [JSON.Member]?

  /// Declares the kind `name`, built by `embed` and recognised by `extract`.
  package init<Payload>(
    _ name: String, _ members: Members<Payload>, _ embed: @escaping (Payload) -> Root,
    _ extract: @escaping (Root) -> Payload?, _ summary: String
  ) {
    declaration = KindDeclaration(name: name, summary: summary, fields: members.declarations)
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
  /// Returns the shape of an object with its kind in the member `tag`.
  package static func union(_ kinds: [Kind<Value>], by tag: String = "kind") -> Self {
    let declaration = Declaration.union(kinds.map(\.declaration), tag: tag)
    let names = kinds.map(\.declaration.name)
    let kindShape = Shape<String>.choice(names)
    return Self(
      declaration: declaration,
      read: { node, path, faults in
        guard node.isObject(declaration, path, &faults) else { return nil }
        guard let kindNode = node[tag] else {
          let expected = kindShape.declaration.words
          faults.add(.missing(expected: expected), at: path.member(tag), node.origin)
          return nil
        }
        guard let name = kindShape.read(kindNode, path.member(tag), &faults) else { return nil }
        return kinds.first { $0.declaration.name == name }?.read(node, path, tag, &faults)
      },
      write: { value, writing in
        for kind in kinds {
          guard let members = kind.write(value, writing) else { continue }
          return .object([JSON.Member(tag, .text(kind.declaration.name))] + members)
        }
        return .object([])
      })
  }
}
