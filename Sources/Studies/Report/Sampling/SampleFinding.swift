public import JSON5
public import Metrics
import Quantities
public import Statistics
import Tables

/// The bias of samples relative to the full scenario, with the service unchanged and stretched, over the replications
/// of a study of `SampleDesign`.
public struct SampleFinding: Sendable {
  /// The figures at one share.
  public struct Share: Sendable {
    public let share: Double
    /// The stretch factor of the service.
    public let stretch: Double
    /// The biases with the service unchanged, in the order of the figures.
    public let asItIs: [Bias]
    /// The biases with the service stretched; empty if no field can be stretched.
    public let stretched: [Bias]
  }

  /// A figure in samples compared with the full scenario, replication by replication.
  public struct Bias: Sendable {
    /// The mean over the samples; nil if there is no pair of values.
    public let mean: Double?
    /// The sample's value minus that of the full scenario; nil if there is no pair of values.
    public let difference: PairedDifference?
  }

  public let study: StudyTable
  public let design: SampleDesign
  public let figures: [FigureColumn]
  public let confidence: Double
  /// The means in the full scenario, in the order of the figures.
  public let whole: [Double?]
  public let shares: [Share]

  /// Computes the biases of `figures` from `study`, with the points of `design`.
  ///
  /// - Precondition: the study has the points of the design, in their order.
  public init(
    _ design: SampleDesign, of study: StudyTable, _ figures: [FigureColumn], confidence: Double = 0.95
  ) {
    let count = design.shares.count
    precondition(
      study.points.count == count + 1 + design.stretchedPoints.count, "the points of the design")
    self.study = study
    self.design = design
    self.figures = figures
    self.confidence = confidence
    let whole = study.points[count]
    self.whole = figures.map { whole.statistics($0).mean }
    shares = design.shares.enumerated().map { place, share in
      let stretch = design.stretch(at: share)
      func biases(_ point: Int, _ scale: (FigureColumn) -> Double) -> [Bias] {
        figures.map { Self.bias($0, study.points[point], whole, scale($0), confidence) }
      }
      return Share(
        share: share, stretch: stretch, asItIs: biases(place) { _ in 1 },
        stretched: design.stretchedPoints.isEmpty
          ? [] : biases(count + 1 + place) { $0.isStretched ? 1 / stretch : 1 })
    }
  }

  private static func bias(
    _ figure: FigureColumn, _ sample: StudyTable.Point, _ whole: StudyTable.Point, _ scale: Double,
    _ confidence: Double
  ) -> Bias {
    let partners = Dictionary(whole.runs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let pairs = sample.runs.compactMap { run -> (sample: Double, whole: Double)? in
      guard let value = run[figure], let other = partners[run.key]?[figure] else { return nil }
      return (value * scale, other)
    }
    guard !pairs.isEmpty else { return Bias(mean: nil, difference: nil) }
    return Bias(
      mean: pairs.reduce(0) { $0 + $1.sample } / Double(pairs.count),
      difference: PairedDifference(pairs.map { $0.sample - $0.whole }, confidence: confidence))
  }
}

extension FigureColumn {
  /// Whether the figure scales with the stretched service, as times and lengths do.
  fileprivate var isStretched: Bool { unit == .seconds || unit == .metres }
}

// MARK: - In words

extension SampleFinding {
  /// The finding as lines, each ended by a line feed.
  public var text: String {
    var lines: [String] = []
    for (place, figure) in figures.enumerated() {
      if place > 0 { lines.append("") }
      lines.append("\(figure.name)  \(whole[place].map(figure.words) ?? "–") of the whole")
      var rows = [["share", "as it is", "bias", "\(Words.percent(confidence)) interval"]]
      if !design.stretchedPoints.isEmpty { rows[0] += ["stretched by", "reads", "bias", "interval"] }
      for share in shares {
        rows.append(
          ["\(Words.fixed(100 * share.share, 0))\u{A0}%"] + Self.cells(share.asItIs[place], figure)
            + (share.stretched.isEmpty
              ? [] : [Words.fixed(share.stretch, 2)] + Self.cells(share.stretched[place], figure)))
      }
      lines += Words.aligned(rows, left: [])
    }
    lines += ["", footnote]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func cells(_ bias: Bias, _ figure: FigureColumn) -> [String] {
    [
      bias.mean.map(figure.words) ?? "–", bias.difference.map { figure.difference($0.mean) } ?? "–",
      bias.difference?.interval.map { figure.difference($0.lowerBound, $0.upperBound) } ?? "–",
    ]
  }

  private var footnote: String {
    let runs = "Each sample is paired with the full run of its replication; \(Words.plural(pairs, "pair"))."
    guard !design.stretchedPoints.isEmpty else { return runs }
    return runs
      + " Stretched by share^(−\(Words.fixed(design.exponent, 3))), with times and lengths then divided by the same"
      + " factor:\n\(design.stretched.map(\.field).joined(separator: ", "))."
  }

  private var pairs: Int { study.points[design.shares.count].runs.count }

  /// The finding as JSON; inapplicable values are `null`.
  public var json: JSON {
    [
      "study": .text(study.folder), "replications": .integer(pairs),
      "confidence": .number(confidence), "exponent": .number(design.exponent),
      "stretched": .list(design.stretched.map { .text($0.field) }),
      "figures": .list(
        figures.enumerated().map { place, figure in
          [
            "figure": .text(figure.name), "unit": .text(figure.unit.rawValue),
            "whole": .number(whole[place]),
            "shares": .list(shares.map { Self.json($0, place) }),
          ]
        }),
    ]
  }

  private static func json(_ share: Share, _ place: Int) -> JSON {
    [
      "share": .number(share.share), "stretch": .number(share.stretch),
      "as_it_is": json(share.asItIs[place]),
      "stretched": share.stretched.isEmpty ? .null : json(share.stretched[place]),
    ]
  }

  private static func json(_ bias: Bias) -> JSON {
    [
      "mean": .number(bias.mean), "bias": .number(bias.difference?.mean),
      "lower": .number(bias.difference?.interval?.lowerBound),
      "upper": .number(bias.difference?.interval?.upperBound),
    ]
  }
}
