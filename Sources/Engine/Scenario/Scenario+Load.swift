import JSON5

extension Scenario {
  /// Reads the JSON5 `text` of `file`, and applies the `overrides` (`path=value`, as after `--set`).
  ///
  /// - Parameters:
  ///   - varied: the overrides made by a study's variations.
  ///   - markets: the markets accepted.
  /// - Throws: `ScenarioError` with all faults: malformed JSON5, unknown and duplicate keys, values of a wrong
  ///   type or out of range, missing and conflicting fields.
  public static func load(
    text: String, file: String, overrides: [String] = [], varied: [String] = [],
    markets: ScenarioMarkets
  ) throws(ScenarioError) -> Scenario {
    try Draft(text: text, file: file, overrides: overrides, markets: markets).scenario(varied: varied)
  }

  /// The parsed but unchecked text of a scenario, so that a study parses it only once.
  public struct Draft: Sendable {
    private let file: String
    private let markets: ScenarioMarkets
    private var root: Node
    private var faults = Faults()

    /// Parses the JSON5 `text` of `file`, and applies `overrides`; faults are thrown by `scenario(varied:)`.
    public init(text: String, file: String, overrides: [String] = [], markets: ScenarioMarkets) {
      self.file = file
      self.markets = markets
      root = Scenario.parse(text, &faults)
      for text in overrides { put(text, .override(text)) }
    }

    private mutating func put(_ text: String, _ origin: Origin) {
      do throws(ScenarioFault) { try Override(text, origin: origin).apply(to: &root) } catch {
        faults.add(error.problem, at: error.path, error.origin)
      }
    }

    /// Returns the scenario with `varied` (`path=value`) applied.
    ///
    /// - Throws: `ScenarioError` with all faults.
    public func scenario(varied: [String] = []) throws(ScenarioError) -> Scenario {
      var draft = self
      for text in varied { draft.put(text, .variation(text)) }
      return try draft.checked()
    }

    private consuming func checked() throws(ScenarioError) -> Scenario {
      var scenario = Scenario(of: NoFields())
      if root.members == nil {
        faults.add(.wrongType(found: root.shown, expected: "an object"), at: "", root.origin)
      } else if !faults.isMalformed {
        scenario = markets.read(root, &faults)
      }
      guard faults.list.isEmpty else { throw ScenarioError(file: file, faults) }
      scenario.idleFields = faults.idleFields(in: scenario)
      scenario.actingDefaults = scenario.actingDefaults(besides: root)
      if scenario.name.isEmpty { scenario.name = Scenario.defaultName(file: file) }
      return scenario
    }
  }

  /// Returns the probabilities and the patience of `behaviour` with a default other than 0 that `root` does not
  /// give.
  private func actingDefaults(besides root: Node) -> [String] {
    let object = "behaviour"
    guard
      case .object(let fields)? = members.declarations.first(where: { $0.name == object })?.declaration
        .content
    else { return [] }
    let given = Set((root.members?.first { $0.key == object }?.value.members ?? []).map(\.key))
    return fields.compactMap { field in
      guard field.name.hasSuffix("_probability") || field.name == "patience_s", !given.contains(field.name),
        let value = field.defaultValue, value != .null, value.compact != "0"
      else { return nil }
      return "\(object).\(field.name): \(value.compact)"
    }
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
      faults.add(.malformed(error.kind.description), at: "", error.origin)
      return Node(value: .object([]), origin: error.origin)
    }
  }

  /// Returns the default name of the contents of `file`: the file's name up to its first point.
  public static func defaultName(file: String) -> String {
    let last = file.split(separator: "/").last ?? ""
    let stem = last.split(separator: ".").first ?? ""
    // Characters not allowed at the beginning of a name, or in one.
    let name = String.UnicodeScalarView(
      stem.unicodeScalars.filter { $0 >= " " }.drop { "=+-@".unicodeScalars.contains($0) })
    return name.isEmpty ? "scenario" : String(name)
  }
}

extension Faults {
  /// Whether the text could not be parsed, so that nothing is known about its fields.
  var isMalformed: Bool {
    list.contains { if case .malformed = $0.problem { true } else { false } }
  }
}
