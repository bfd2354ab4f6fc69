import Foundation
import JSON5
import Metrics
import Quoting
import Report
import Statistics

/// The fitted surfaces of a study, for the part of its page that predicts settings between the points.
///
/// Surfaces are fitted over numeric fields only: each combination of values of the other fields is a slice with
/// separate surfaces.
struct StudySurfaces {
  /// The maximum number of figures.
  private static let mostFigures = 6
  /// The maximum number of slices.
  private static let mostSlices = 12
  /// The maximum number of points in a slice, since the browser solves a linear system of that size.
  private static let mostPoints = 600

  /// The points with the same values of the non-numeric fields.
  private struct Slice {
    /// The index of the fixed value of each field; nil for a numeric field.
    let held: [Int?]
    let surfaces: [SurfaceFinding]
  }

  private let numbers: StudyNumbers
  private let command: PointCommand
  private let slices: [Slice]

  /// Fits the surfaces of the main figures in `numbers`, or uses those in `known`; nil if no numeric field varies or no
  /// surface can be fitted.
  init?(_ numbers: StudyNumbers, known: [SurfaceFinding], _ command: PointCommand) {
    let study = numbers.study
    let varied = study.parameters.indices.filter { study.values(of: $0).count > 1 }
    let words = varied.filter { !study.isNumeric($0) }
    let names = known.map(\.figure.name)
    let headline = numbers.headline.map { numbers.figures[$0] }
    let others = headline.filter { $0.direction != nil && !names.contains($0.name) }
    let figures = Array((known.map(\.figure) + others).prefix(Self.mostFigures))
    guard varied.count > words.count, !figures.isEmpty else { return nil }
    var combinations: [[Int?]] = [study.parameters.map { _ in nil }]
    for field in words {
      combinations = combinations.flatMap { combination in
        study.values(of: field).indices.map { value in
          var next = combination
          next[field] = value
          return next
        }
      }
      guard combinations.count <= Self.mostSlices else { return nil }
    }
    let slices = combinations.map { held -> Slice in
      let choice = words.map { "\(study.parameters[$0])=\(study.values(of: $0)[held[$0] ?? 0])" }
      let table = choice.isEmpty ? study : try? study.selecting(choice.joined(separator: ","))
      guard let table, table.points.count <= Self.mostPoints else { return Slice(held: held, surfaces: []) }
      let surfaces = figures.concurrentMap { figure in
        known.first { choice.isEmpty && $0.figure.name == figure.name }
          ?? (try? SurfaceFinding(table, figure))
      }
      return Slice(held: held, surfaces: surfaces.compactMap(\.self))
    }
    guard slices.contains(where: { !$0.surfaces.isEmpty }) else { return nil }
    self.numbers = numbers
    self.command = command
    self.slices = slices
  }

  /// The description of the surfaces; `packed` has their numbers in the same order.
  var json: JSON {
    let study = numbers.study
    return [
      "command": .text(command.common),
      "words": .list(
        study.parameters.indices.map { field in
          .list(
            study.isNumeric(field)
              ? [] : study.values(of: field).map { .text(command.value($0, of: field)) })
        }),
      "slices": .list(
        slices.map { slice in
          [
            "held": .list(slice.held.map { .integer($0) }), "surfaces": .list(slice.surfaces.map(describe)),
          ]
        }),
    ]
  }

  private func describe(_ surface: SurfaceFinding) -> JSON {
    let study = numbers.study
    let process = surface.kriging.process
    return [
      "figure": .integer(numbers.figures.firstIndex { $0.name == surface.figure.name }),
      "fields": .list(surface.parameters.map { .integer(study.parameters.firstIndex(of: $0)) }),
      "isLogarithmic": .list(surface.isLogarithmic.map { .boolean($0) }),
      "numbers": .integer(Self.numbers(of: surface).count), "points": .integer(surface.values.count),
      "replications": .integer(surface.responses[0].count),
      "isGuess": .boolean(surface.isGuess), "isQuadratic": .boolean(surface.isQuadratic),
      "shapeVariance": .number(surface.shapeVariance), "quadraticError": .number(surface.quadraticError),
      "hasTrend": .boolean(process.trend == .quadratic),
      "smoothness": .number(process.kernel.smoothness.rawValue),
      "variance": .number(process.kernel.variance),
      "lengths": .list(process.kernel.lengths.map { .number($0) }),
      "inflation": .number(surface.kriging.inflation), "widening": .number(surface.kriging.widening),
      "noiseShare": .number(surface.kriging.noiseShare),
    ]
  }

  /// The `numbers` of all surfaces, each eight bytes, least significant first.
  var packed: PackedBytes {
    var bytes: [UInt8] = []
    for number in slices.flatMap(\.surfaces).flatMap(Self.numbers) {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return PackedBytes(bytes)
  }

  /// Returns the values of the points of `surface`, the results of their runs (NaN where missing), the variances of their
  /// means, the coefficients of its terms, and for a process the weights of the covariances in a prediction.
  ///
  /// Linear systems solved here are not solved again in the browser: an ill-conditioned matrix would amplify
  /// differences in the last bits of exponentials.
  private static func numbers(of surface: SurfaceFinding) -> [Double] {
    let process = surface.kriging.process
    let fitted =
      surface.isQuadratic ? surface.quadratic?.coefficients ?? [] : process.coefficients + process.solved
    return surface.values.joined() + surface.responses.joined().map { $0 ?? .nan } + process.noise + fitted
  }

  /// The section, which is filled by scripts.
  static let section: HTML = """
    <section aria-labelledby="what-if-title" class="scripted" id="what-if-section">
    <h2 id="what-if-title">What if</h2>
    <p class="quiet">The figures of any setting within the ranges of the study, predicted by the surfaces of <code>detour analyse</code> with their 95 % intervals.</p>
    <div class="sliders" id="what-if-controls" role="group" aria-label="The setting"></div>
    <p id="what-if-status" role="status"></p>
    <div class="columns">
    <div><div id="what-if-figures"></div>
    <p><label for="what-if-where">Bounds</label> <input id="what-if-where" type="text" size="40" spellcheck="false" autocomplete="off"></p>
    <ul id="what-if-bounds"></ul></div>
    <div><div class="controls" id="what-if-axes"></div><div id="what-if-map"></div><div id="what-if-curve"></div></div>
    </div>
    <p>The command that simulates it:</p>
    <pre id="what-if-command"></pre>
    <div class="controls"><button type="button" id="what-if-copy">copy the command</button><span class="quiet" id="what-if-copied" role="status"></span></div>
    </section>

    """
}
