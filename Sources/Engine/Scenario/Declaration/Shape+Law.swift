import JSON5
import Statistics

extension Shape<Law> {
  /// Returns the shape of a distribution in `unit`, the suffix of its members: `{law: "lognormal", median_s: 2,
  /// sigma: 0.5}`. A plain number is a constant.
  package static func law(
    _ interval: Interval<Double> = .from(0, to: 1e9), unit: String = "s"
  ) -> Self {
    let number = Shape<Double>.number(interval, unit)
    let laws = Shape.union(LawKinds(number, ending: unit.isEmpty ? "" : "_" + unit).all, by: "law")
    return Shape(
      declaration: .either([number.declaration, laws.declaration]),
      read: { node, path, faults in
        if node.members != nil { return laws.read(node, path, &faults) }
        return number.read(node, path, &faults).map(Law.fixed)
      },
      write: { law, writing in
        if case .fixed(let value) = law { number.write(value, writing) } else { laws.write(law, writing) }
      })
  }
}

/// The members of each distribution.
private struct LawKinds {
  private let number: Shape<Double>
  private let ending: String

  /// Declares distributions of quantities of the shape `number`, with member names ending in `ending`.
  init(_ number: Shape<Double>, ending: String) {
    self.number = number
    self.ending = ending
  }

  var all: [Kind<Law>] { [fixed, uniform, exponential, lognormal] }

  private var fixed: Kind<Law> {
    Kind(
      "fixed",
      Members(0.0, [Field("value" + ending, \.self, number, isRequired: true, "The value.")]), Law.fixed,
      { if case .fixed(let value) = $0 { value } else { nil } },
      "A constant; equivalent to a plain number."
    )
  }

  private struct Range {
    var from = 0.0
    var to = 0.0
  }

  private var uniform: Kind<Law> {
    let names = ["from" + ending, "to" + ending]
    let members = Members(
      Range(),
      [
        Field(names[0], \.from, number, isRequired: true, "The lower bound."),
        Field(names[1], \.to, number, isRequired: true, "The upper bound."),
      ],
      check: { checked, faults in
        if checked.value.from > checked.value.to {
          checked.conflict("\(names[0]) exceeds \(names[1]); swap them", names, &faults)
        }
      })
    return Kind(
      "uniform", members, { .uniform(from: $0.from, to: $0.to) },
      { if case .uniform(let from, let to) = $0 { Range(from: from, to: to) } else { nil } },
      "A uniform distribution.")
  }

  private var exponential: Kind<Law> {
    Kind(
      "exponential",
      Members(0.0, [Field("mean" + ending, \.self, number, isRequired: true, "The mean.")]),
      { .exponential(mean: $0) }, { if case .exponential(let mean) = $0 { mean } else { nil } },
      "An exponential distribution.")
  }

  private struct Lognormal {
    var median = 0.0
    var sigma = 0.0
  }

  private var lognormal: Kind<Law> {
    let members = Members(
      Lognormal(),
      [
        Field("median" + ending, \.median, number, isRequired: true, "The median."),
        Field(
          "sigma", \.sigma, .number(.from(0, to: 5)), isRequired: true,
          "The standard deviation of the logarithm."),
      ])
    return Kind(
      "lognormal", members, { .lognormal(median: $0.median, sigma: $0.sigma) },
      {
        if case .lognormal(let median, let sigma) = $0 {
          Lognormal(median: median, sigma: sigma)
        } else {
          nil
        }
      }, "A lognormal distribution.")
  }
}
