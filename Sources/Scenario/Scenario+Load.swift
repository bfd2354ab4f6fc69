extension Scenario {
  /// Reads the JSON5 `text` of `file`, with the `overrides` (`path=value`, as after `--set`) put into it.
  ///
  /// - Parameter varied: more of them, which a study makes of what it varies.
  /// - Throws: `ScenarioError` with everything that is wrong: text that is no JSON5, unknown and doubled keys,
  ///   values of a wrong type or out of range, missing and contradicting fields.
  public static func load(
    text: String, file: String, overrides: [String] = [], varied: [String] = []
  ) throws(ScenarioError) -> Scenario {
    var faults = Faults()
    var root = parse(text, &faults)
    let origins = overrides.map { ($0, Origin.override($0)) } + varied.map { ($0, Origin.variation($0)) }
    for (text, origin) in origins {
      do throws(ScenarioFault) {
        try Override(text, origin: origin).apply(to: &root)
      } catch {
        faults.add(error.problem, at: error.path, error.origin)
      }
    }
    var scenario = Scenario()
    if root.members == nil {
      faults.add(.wrongType(found: root.shown, expected: "an object"), at: "", root.origin)
    } else if !faults.isMalformed {
      // Editors find the schema by this key.
      scenario = members.read(root, "", others: ["$schema"], &faults)
    }
    guard faults.list.isEmpty else { throw ScenarioError(file: file, faults: faults.sorted) }
    if scenario.name.isEmpty { scenario.name = defaultName(file: file) }
    return scenario
  }

  static func parse(_ text: String, _ faults: inout Faults) -> Node {
    var parser = JSON5Parser(text)
    do throws(Malformation) {
      let root = try parser.parse()
      for (key, first, origin) in parser.duplicates {
        faults.add(.duplicateKey(first: first), at: key, origin)
      }
      return root
    } catch {
      faults.add(.malformed(error.kind.sentence), at: "", error.origin)
      return Node(value: .object([]), origin: error.origin)
    }
  }

  /// The name of what stands in `file` and has no name: the file's own, up to its first point.
  public static func defaultName(file: String) -> String {
    let last = file.split(separator: "/").last ?? ""
    let stem = last.split(separator: ".").first ?? ""
    // What a name must not begin with, and what must not stand in one.
    let name = String.UnicodeScalarView(
      stem.unicodeScalars.filter { $0 >= " " }.drop { "=+-@".unicodeScalars.contains($0) })
    return name.isEmpty ? "scenario" : String(name)
  }
}

extension Faults {
  /// Whether the text could not be read at all, so that nothing can be said about its fields.
  var isMalformed: Bool {
    list.contains { if case .malformed = $0.problem { true } else { false } }
  }
}
