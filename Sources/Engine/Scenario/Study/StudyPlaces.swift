import JSON5

/// The positions of the values in a study file, for reporting the scenario faults that they cause.
public struct StudyPlaces: Sendable {
  private let file: String
  private let root: Node

  /// Parses the JSON5 `text` of the study `file`; nil if it is malformed.
  public init?(text: String, file: String) {
    var parser = JSON5Parser(text)
    guard let root = try? parser.parse() else { return nil }
    self.file = file
    self.root = root
  }

  /// Returns the faults of `error`, one sentence each. A fault caused by a value of the study file is located at that
  /// value; others keep their own place.
  public func sentences(_ error: ScenarioError) -> [String] {
    error.faults.map { fault in
      guard let origin = origin(of: fault.origin) else { return fault.sentence(file: error.file) }
      return ScenarioFault(path: fault.path, origin: origin, problem: fault.problem).sentence(file: file)
    } + error.moreSentence
  }

  /// Returns the `sentence` about the member at `path`, prefixed with the member's line, or with the file's name if the
  /// file does not contain the member.
  public func sentence(_ sentence: String, about path: String...) -> String {
    var node: Node? = root
    for name in path { node = node?[name] }
    guard let node else { return "\(file): \(sentence)" }
    return "\(node.origin.place(in: file)): \(path.joined(separator: ".")): \(sentence)"
  }

  /// Returns the place in the study file for `origin`; nil if it does not come from the study file.
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

  /// Returns the place of `value` in the variation of `field`; the place of the variation itself if the value comes
  /// from a range.
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
  /// Returns whether the value is equal to `text`.
  fileprivate func holds(_ text: String) -> Bool {
    if case .text(let found) = value { found == text } else { false }
  }
}
