import JSON5

/// The places in a study file: faults that its values bring into a scenario are told of the study file.
public struct StudyPlaces: Sendable {
  private let file: String
  private let root: Node

  /// Looks at the JSON5 `text` of the study `file`; nil where it cannot be read.
  public init?(text: String, file: String) {
    var parser = JSON5Parser(text)
    guard let root = try? parser.parse() else { return nil }
    self.file = file
    self.root = root
  }

  /// The faults of `error`, a sentence for each: those that a value of the study file brings with the place of this
  /// value, the others with the place that they have.
  public func sentences(_ error: ScenarioError) -> [String] {
    error.faults.map { fault in
      guard let origin = origin(of: fault.origin) else { return fault.sentence(file: error.file) }
      return ScenarioFault(path: fault.path, origin: origin, problem: fault.problem).sentence(file: file)
    } + error.moreSentence
  }

  /// The `sentence` about the member that `path` leads to, with its place; that of the file where there is none.
  public func sentence(_ sentence: String, about path: String...) -> String {
    var node: Node? = root
    for name in path { node = node?[name] }
    guard let node else { return "\(file): \(sentence)" }
    return "\(node.origin.place(in: file)): \(path.joined(separator: ".")): \(sentence)"
  }

  /// The place in the study file of what came from `origin`; nil where it is not from the study file.
  private func origin(of origin: Origin) -> Origin? {
    switch origin {
    case .file: nil
    case .override(let text): items("set").first { $0.holds(text) }?.origin
    case .variation(let text):
      text.firstIndex(of: "=").flatMap { sign in
        place(of: String(text[text.index(after: sign)...]), in: String(text[..<sign]))
      }
    }
  }

  /// The place of `value` among those of the variation of `field`; that of the variation where a range gives it.
  private func place(of value: String, in field: String) -> Origin? {
    guard let variation = items("vary").first(where: { $0["field"]?.holds(field) == true }) else {
      return nil
    }
    guard case .list(let values)? = variation["values"]?.value else { return variation.origin }
    var faults = Faults()
    return values.first { Shape<String>.valueText.read($0, "", &faults) == value }?.origin ?? variation.origin
  }

  private func items(_ name: String) -> [Node] {
    if case .list(let items)? = root[name]?.value { items } else { [] }
  }
}

extension Node {
  /// Tells whether it is the text `text`.
  fileprivate func holds(_ text: String) -> Bool {
    if case .text(let found) = value { found == text } else { false }
  }
}
