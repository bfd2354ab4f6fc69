public import JSON5
public import Quantities
public import Statistics

extension Scenario {
  /// Reads the JSON5 `text` of `file`, and applies the `overrides` (`path=value`, as after `--set`).
  ///
  /// - Parameters:
  ///   - varied: the overrides made by a study's variations.
  ///   - markets: the accepted markets.
  /// - Throws: `ScenarioError` with all faults: malformed JSON5, unknown and duplicate keys, values of a wrong
  ///   type or out of range, missing and conflicting fields.
  public static func load(
    text: String, file: String, overrides: [String] = [], varied: [String] = [],
    markets: ScenarioMarkets
  ) throws(ScenarioError) -> Scenario {
    try Draft(text: text, file: file, overrides: overrides, markets: markets).scenario(varied: varied)
  }

  /// The parsed but unchecked text of a scenario, which a study thus parses only once.
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
      scenario.actingDefaults = scenario.actingDefaults(besides: root, markets)
      if scenario.name.isEmpty { scenario.name = Scenario.defaultName(file: file) }
      return scenario
    }
  }

  /// Returns the fields of `behaviour` (probabilities and patience) that `root` omits and whose default is not 0.
  private func actingDefaults(besides root: Node, _ markets: ScenarioMarkets) -> [String] {
    let object = "behaviour"
    guard
      case .object(let fields)? = markets.named(market)?.members.fields.first(where: { $0.name == object })?
        .declaration.content
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

  /// Returns the default name for the scenario or study in `file`: the file's name up to its first dot.
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

extension Scenario {
  /// The documentation of a field.
  public struct FieldNote: Hashable, Sendable {
    /// The description, one sentence.
    public var summary: String
    /// The unit; empty if there is none.
    public var unit: String
  }

  /// Returns the note on the field at the dotted `path`, with list items as in `a.b[2].c`; nil if there is no such
  /// field. If several kinds have the field, the note of the first is returned.
  ///
  /// - Parameter market: the field's market; nil: the first of `markets` that has the field.
  public static func note(
    on path: String, of market: String? = nil, markets: ScenarioMarkets
  ) -> FieldNote? {
    let steps = path.replacing(#/\[[0-9]*\]/#, with: "").split(separator: ".").map(String.init)
    return markets.entries.lazy.filter { market == nil || $0.name == market }
      .compactMap { note(on: steps[...], in: $0.members.declarations) }.first
  }

  private static func note(on steps: ArraySlice<String>, in fields: [FieldDeclaration]) -> FieldNote? {
    guard let step = steps.first, let field = fields.first(where: { $0.name == step }) else { return nil }
    guard steps.count > 1 else { return FieldNote(summary: field.summary, unit: field.declaration.unit) }
    switch field.declaration.content {
    case .object(let fields): return note(on: steps.dropFirst(), in: fields)
    case .union(let kinds, _):
      return kinds.lazy.compactMap { note(on: steps.dropFirst(), in: $0.fields) }.first
    case .named: return FieldNote(summary: field.summary, unit: "")
    default: return nil
    }
  }
}

extension Declaration {
  /// The unit of the number, or of the numbers in a list; empty if there is none.
  fileprivate var unit: String {
    switch self {
    case .number(_, let unit): unit
    case .nullable(let declaration), .list(let declaration, _): declaration.unit
    case .either(let forms): forms.lazy.map(\.unit).first { !$0.isEmpty } ?? ""
    default: ""
    }
  }
}

extension Scenario {
  /// The length of the stationary period from simulated time 0 on, in which a sufficiently long run reaches a
  /// steady state; nil if there is none.
  public var stationaryPeriod: Milliseconds? { own.stationaryPeriod(in: self) }

  /// The time span after the warm-up whose two halves differ by chance alone in a run in steady state; nil if there is
  /// none.
  ///
  /// It is the stationary period without its last tenth, because requests submitted in that tenth can be served by
  /// fewer later arrivals. Without a stationary period, if requests arrive at the same rates every week, each half has
  /// as many whole weeks as fit.
  public var comparableSpan: Range<Milliseconds>? {
    let from = time.warmUp
    if let period = stationaryPeriod {
      let to = Milliseconds(period.rawValue - period.rawValue / 10)
      return from < to ? from..<to : nil
    }
    guard let duration = time.duration, own.repeatsWeekly(in: self) else { return nil }
    let weeks = (min(duration, time.horizon ?? duration) - from).rawValue / (2 * Milliseconds.week.rawValue)
    return weeks > 0 ? from..<from + Milliseconds(2 * weeks * Milliseconds.week.rawValue) : nil
  }
}

extension Milliseconds {
  fileprivate static let week = Milliseconds(604_800_000)
}

extension Scenario.Arrivals {
  /// Returns whether the arrival rate is constant from 0 to `duration`.
  package func isConstant(over duration: Milliseconds) -> Bool {
    switch profile {
    case nil: true
    case .equalParts(let weights): weights.allSatisfy { $0 == weights[0] }
    case .week: false
    case .steps(let steps):
      steps.allSatisfy { $0.weight == steps[0].weight } && (steps.last?.until ?? .zero) >= duration
    }
  }
}

extension Scenario.Arrivals {
  /// Returns whether the arrival rate from 0 to `duration` is the same every week.
  package func repeatsWeekly(over duration: Milliseconds) -> Bool {
    switch profile {
    case .week: return true
    case .equalParts(let weights):
      let parts = Int64(weights.count) * Milliseconds.week.rawValue
      guard !isConstant(over: duration) else { return true }
      guard duration > .zero, parts % duration.rawValue == 0 else { return false }
      let week = Int(parts / duration.rawValue)
      return week < weights.count && zip(weights, weights.dropFirst(week)).allSatisfy { $0 == $1 }
    case nil, .steps: return isConstant(over: duration)
    }
  }
}

extension Scenario.Space {
  /// Whether travel times vary over the day.
  package var changesOverTheDay: Bool {
    switch self {
    case .plane, .torus, .geographic: false
    case .city(let city): city.routing.timeProfile != nil
    case .network(let network): network.routing.timeProfile != nil
    }
  }
}

extension Scenario {
  /// The scenario with all defaults, keys in documentation order: for the manifest.
  ///
  /// `load` reads it back as the same scenario.
  public var resolved: JSON { .object(members.write(self, .reload)) }

  /// Returns the canonical text of this run, to be hashed for its id.
  ///
  /// It contains the resolved scenario with seed and replication, without fields that cannot change results: name,
  /// description, zone names, recorded tables, and the market if it is `carpool`. Files enter by content only: `inputs`
  /// are the hashes of the files read by the run, in a fixed order (network, time profile, drivers, requests, trips).
  public func identity(inputs: [String] = []) -> String {
    let written = members.write(self, .identity)
    return JSON.object(written + [JSON.Member("inputs", .list(inputs.map { .text($0) }))]).compact
  }
}

extension Scenario {
  /// The random numbers of the scenario's seed and replication, keyed by purpose and entity.
  public var random: RandomSource { RandomSource(seed: seed, replication: replication) }
}
