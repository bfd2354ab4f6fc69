import JSON5

/// A value given on the command line as `path=value`, which replaces or extends the file's values.
struct Override {
  /// The command-line option that set the value.
  let origin: Origin
  let path: [String]
  let value: Node

  /// Parses `path=value`; the value is JSON5, and a bare word is read as a text.
  ///
  /// - Parameter origin: the option; nil for `--set`.
  /// - Throws: the fault.
  init(_ text: String, origin given: Origin? = nil) throws(ScenarioFault) {
    let origin = given ?? .override(text)
    func fault(_ sentence: String) -> ScenarioFault {
      ScenarioFault(path: "", origin: origin, problem: .badOverride(sentence))
    }
    guard let sign = text.firstIndex(of: "=") else {
      throw fault("there is no `=`; write path=value, as in matching.radius_m=800")
    }
    self.origin = origin
    path = Self.steps(of: text[..<sign])
    guard path.allSatisfy({ !$0.isEmpty }) else {
      throw fault("the path has an empty component; write path=value, as in matching.radius_m=800")
    }
    let written = String(text[text.index(after: sign)...])
    var parser = JSON5Parser(written, origin: origin)
    do {
      value = try parser.parse()
    } catch {
      // A text that begins like JSON was meant as JSON; everything else is a bare word.
      guard let first = written.first(where: { !$0.isWhitespace }), !"{[\"'".contains(first) else {
        throw fault(error.kind.description)
      }
      value = Node(value: .text(written), origin: origin)
    }
    if let twice = parser.duplicates.first {
      throw ScenarioFault(path: twice.key, origin: origin, problem: .duplicateKey(first: origin))
    }
  }

  /// Returns the components of `path`: a, b, 2 and c for `a.b[2].c`.
  static func steps(of path: Substring) -> [String] {
    path.replacing("[", with: ".").replacing("]", with: "")
      .split(separator: ".", omittingEmptySubsequences: false)
      .map { $0.filter { !$0.isWhitespace } }
  }

  /// Sets the value in `root`, creating missing objects on the path.
  ///
  /// - Throws: the fault if the path leads through a value without members.
  func apply(to root: inout Node) throws(ScenarioFault) {
    try apply(to: &root, path[...], at: "")
  }

  private func apply(
    to node: inout Node, _ rest: ArraySlice<String>, at place: String
  ) throws(ScenarioFault) {
    guard let step = rest.first else {
      node = value
      return
    }
    switch node.value {
    case .object(var members):
      var member = Node(value: .object([]), origin: origin)
      let index = members.firstIndex { $0.key == step }
      if let index { member = members[index].value }
      try apply(to: &member, rest.dropFirst(), at: place.member(step))
      let entry = Node.Member(
        key: step, origin: index.map { members[$0].origin } ?? origin, value: member)
      if let index { members[index] = entry } else { members.append(entry) }
      node.value = .object(members)
    case .list(var items):
      guard let index = Int(step), items.indices.contains(index) else {
        throw fault("`\(place)` is a list of \(items.count) items, which are numbered from 0", place)
      }
      try apply(to: &items[index], rest.dropFirst(), at: place.item(index))
      node.value = .list(items)
    case .null:
      node = Node(value: .object([]), origin: origin)
      try apply(to: &node, rest, at: place)
    default:
      throw fault("`\(place)` is \(node.shown) and has no field `\(step)`", place)
    }
  }

  private func fault(_ sentence: String, _ place: String) -> ScenarioFault {
    ScenarioFault(path: place, origin: origin, problem: .badOverride(sentence))
  }
}
