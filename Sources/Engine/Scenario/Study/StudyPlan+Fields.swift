import JSON5

extension StudyPlan {
  /// Returns every field of a study file with name, range and meaning; the defaults are those of the structs.
  ///
  /// - Parameter markets: the markets whose fields may vary; nil if no study is read.
  static func members(_ markets: ScenarioMarkets? = nil) -> Members<Self> {
    Members(
      Self(),
      [
        Field(
          "name", \.name, .name, "The study's name; by default the file's name without its extension."),
        Field(
          "scenario", \.scenario, .file, isRequired: true,
          "The scenario's file, relative to the study file's folder."),
        Field(
          "set", \.overrides,
          Shape<String>.text("a text like `\"matching.spacing_m=250\"`").list(counts: 0...1_000),
          "Overrides of scenario fields that apply at all points."),
        Field(
          "vary", \.variations, Shape.object(Variation.members(markets)).list(counts: 0...40),
          "The fields to vary, slowest first."),
        Field("design", \.design, .object(Design.members), "The experimental design: the points to run."),
        Field(
          "replications", \.replications, .integer(1, to: 1_000_000),
          "The minimum number of replications per point; replication k uses the same random numbers at every point."
        ),
        Field(
          "precision", \.precision, orNull: .object(Precision.members),
          "The stopping rule for adding replications."),
      ],
      check: { checked, faults in
        let plan = checked.value
        for variation in plan.variations where plan.needsCount && variation.isRange && variation.count == nil
        {
          checked.conflict(
            "a \(plan.design.method.rawValue) requires the number of values of `\(variation.field)`; give `count`",
            ["vary"], &faults)
        }
        if plan.design.method != .list {
          for repetition in plan.variations.compactMap(\.repetition) {
            checked.conflict(repetition, ["vary"], &faults)
          }
        }
        if let conflict = plan.conflict { checked.conflict(conflict, ["replications", "design"], &faults) }
      })
  }

  /// Whether a range must specify its number of values.
  var needsCount: Bool { !design.method.isDrawn }
}

extension StudyPlan.Design {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "method", \.method, .oneOf,
          "`grid`: all combinations; `list`: the first values of all fields, then the second ones; `lhs`: a"
            + " Latin hypercube; `sobol`: randomly shifted Sobol' points;"
            + " `morris`: one-at-a-time trajectories, for screening; `saltelli`: rows for Sobol' indices."
        ),
        Field(
          "points", \.points, orNull: .integer(1, to: 1_000_000),
          "The number of points of `lhs` and `sobol`, or of rows of `saltelli`; with k varied fields, a row is k + 2 points."
        ),
        Field(
          "trajectories", \.trajectories, orNull: .integer(1, to: 10_000),
          "The number of trajectories of `morris`; with k varied fields, a trajectory is k + 1 points."),
        Field(
          "levels", \.levels,
          .integer(2, to: 100).checked {
            $0.isMultiple(of: 2) ? nil : "found \($0) levels, which is odd; give an even number, such as 4"
          }, "The number of levels of each field in `morris` trajectories; even."),
        Field("seed", \.seed, .integer(0, to: .max), "The seed of the design."),
      ],
      check: { checked, faults in
        let design = checked.value
        if design.method == .morris, design.trajectories == nil {
          checked.conflict(
            "the design `morris` requires the number of `trajectories`", ["trajectories", "method"],
            &faults)
        }
        if design.method != .morris, design.trajectories != nil {
          checked.conflict(
            "only the design `morris` has `trajectories`; leave them out, or choose `morris`",
            ["trajectories"],
            &faults)
        }
        if design.method == .morris, design.points != nil {
          checked.conflict(
            "the design `morris` has `trajectories` instead of `points`; give those", ["points"], &faults)
        }
        if [.lhs, .sobol, .saltelli].contains(design.method), design.points == nil {
          checked.conflict(
            "the design `\(design.method.rawValue)` requires the number of `points`", ["points", "method"],
            &faults)
        }
        if !design.method.isDrawn, design.points != nil {
          checked.conflict(
            "the values determine the points of a \(design.method.rawValue); leave `points` out, or choose lhs or sobol",
            ["points"], &faults)
        }
      })
  }
}

extension StudyPlan.Precision {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "half_width", \.halfWidth, .number(Interval(lower: 0, upper: 1, includesLower: false)),
          "The target ratio of the half-width of the 95 % confidence interval to the mean."),
        Field("of", \.figure, .text(), "The figure to which the target applies: a column of runs.csv."),
        Field(
          "max_replications", \.maxReplications, .integer(2, to: 1_000_000),
          "The maximum number of replications per point."),
      ])
  }
}

extension Variation {
  static func members(_ markets: ScenarioMarkets?) -> Members<Self> {
    let number = Shape<Double>.number(.from(-1e15, to: 1e15))
    return Members(
      Self(),
      [
        Field(
          "field", \.field, .text("the path of a field"), isRequired: true, "The scenario field to vary."),
        Field(
          "values", \.values, Shape<String>.valueText.list(counts: 0...100_000),
          "The values, in order."),
        Field("from", \.from, orNull: number, "The lower bound of a range."),
        Field("to", \.to, orNull: number, "The upper bound of a range."),
        Field(
          "count", \.count, orNull: .integer(1, to: 100_000),
          "The number of values that a grid takes from the range."),
        Field(
          "scale", \.scale, .oneOf,
          "The spacing of the values: `linear`, equal differences; `log`, equal ratios."),
      ],
      check: { checked, faults in
        let field = checked.value.field
        if let markets, !field.isEmpty, let fault = Scenario.fault(inField: field, markets: markets) {
          checked.conflict(fault, ["field"], &faults)
        }
        if let conflict = checked.value.conflict {
          checked.conflict(conflict, ["values", "from", "to", "count"], &faults)
        }
      })
  }
}

extension Shape<String> {
  /// The shape of a number, a text, `true`, `false`, `null` or an object, written as after `--set field=`.
  static var valueText: Self {
    let declaration = Declaration.nullable(
      .either([
        .number(.from(-1e15, to: 1e15), unit: ""), .text(words: "a text", pattern: nil), .boolean, .anyObject,
      ]))
    return Self(
      declaration: declaration,
      read: { node, path, faults in
        switch node.value {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .number(let value, let exact) where value.isFinite:
          return exact.map { String($0) } ?? JSON.shortest(value)
        case .text(let text): return text
        // Non-scalars are written as after `--set field=`.
        case .object: return JSON(node).compact
        case .number, .list:
          faults.add(.wrongType(found: node.shown, expected: declaration.words), at: path, node.origin)
          return nil
        }
      },
      write: { text, _ in Self.json(of: text) })
  }

  /// Returns `text` as JSON: as a number only if `text` is its canonical notation, so that it reads back as the same
  /// text.
  private static func json(of text: String) -> JSON {
    if let whole = Int128(text), String(whole) == text { return .integer(whole) }
    if let number = Double(text), JSON.shortest(number) == text { return .number(number) }
    return switch text {
    case "null": .null
    case "true": .boolean(true)
    case "false": .boolean(false)
    default: .text(text)
    }
  }
}
