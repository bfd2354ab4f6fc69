import JSON5

extension Scenario {
  /// Reads the JSON5 `text` of `file`, with the `overrides` (`path=value`, as after `--set`) put into it.
  ///
  /// - Parameters:
  ///   - varied: more of them, which a study makes of what it varies.
  ///   - markets: those whose scenarios are read.
  /// - Throws: `ScenarioError` with everything that is wrong: text that is no JSON5, unknown and doubled keys,
  ///   values of a wrong type or out of range, missing and contradicting fields.
  public static func load(
    text: String, file: String, overrides: [String] = [], varied: [String] = [],
    markets: ScenarioMarkets
  ) throws(ScenarioError) -> Scenario {
    try Draft(text: text, file: file, overrides: overrides, markets: markets).scenario(varied: varied)
  }

  /// The text of a scenario that has been parsed and not yet checked, so that a study parses it once for all points.
  public struct Draft: Sendable {
    private let file: String
    private let markets: ScenarioMarkets
    private var root: Node
    private var faults = Faults()

    /// Parses the JSON5 `text` of `file`, and puts `overrides` into it; what is wrong is told by `scenario(varied:)`.
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

    /// The scenario with what `varied` says (`path=value`) put into it.
    ///
    /// - Throws: `ScenarioError` with everything that is wrong.
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

  /// The probabilities and the patience of `behaviour` that are not 0 by default and that `root` does not give.
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
  /// True if the text could not be read at all, so that nothing can be said about its fields.
  var isMalformed: Bool {
    list.contains { if case .malformed = $0.problem { true } else { false } }
  }
}
