import Metrics
import Scenario
import Statistics

/// The search for further settings: those for which Gaussian processes through existing points predict the largest
/// expected improvement of a goal.
///
/// The proposal depends on the figures only. A field whose values are words has one coordinate per word, so that all
/// words are equally far from each other.
struct TuningSearch {
  /// The number of points in a batch: fixed, so that the runs do not depend on the number of jobs. With ten
  /// replications each they keep forty processors busy.
  static let batch = 4
  /// The minimum expected improvement of a point, as a share of the indifference zone.
  private static let leastShare = 0.25
  /// The number of candidates spread over the whole space; as many again lie around existing points.
  private static let spread = 1024

  let variations: [Variation]
  /// Whether each field is an integer.
  let areWhole: [Bool]
  let goal: Goal
  private let seed: UInt64

  init(_ plan: StudyPlan, _ base: Scenario, _ goal: Goal) {
    self.init(
      plan.variations, areWhole: plan.variations.map { base.holdsInteger($0.field) }, goal,
      seed: plan.design.seed)
  }

  init(_ variations: [Variation], areWhole: [Bool], _ goal: Goal, seed: UInt64) {
    self.variations = variations
    self.areWhole = areWhole
    self.goal = goal
    self.seed = seed
  }

  /// Returns new points, given the `figures` of the goal at `points`, by point, replication and figure; empty if no
  /// point promises enough improvement.
  func next(_ points: [[String]], _ figures: [[[Double?]]], indifference: Double) -> [[String]] {
    let whole = points.indices.filter { point in
      shares(points[point]) != nil
        && goal.figures.indices.allSatisfy { figure in figures[point].contains { $0[figure] != nil } }
    }
    guard whole.count >= 2 else { return [] }
    let known = whole.compactMap { shares(points[$0]) }
    var seen = Set(points)
    let there = known.map(coordinates)
    let candidates = candidates(around: known, generation: points.count).map(values)
      .filter { values in
        let place = coordinates(shares(values) ?? [])
        return seen.insert(values).inserted && there.allSatisfy { Self.areApart($0, place) }
      }
    let places = candidates.map { coordinates(shares($0) ?? []) }
    let search = ImprovementSearch(
      goal.direction,
      subjectTo: zip(goal.constraints, goal.tolerances).map {
        .init($0.limit, isUpper: $0.isUpper, tolerance: $1)
      }, least: Self.leastShare * indifference)
    let chosen = search.proposals(
      Self.batch, of: places, beyond: there, groups: groups,
      responses: goal.figures.indices.map { figure in
        whole.map { point in figures[point].map { $0[figure] } }
      })
    // A place that still promises most after it was assumed observed is proposed again, or its neighbour is.
    return chosen.reduce(into: [Int]()) { taken, next in
      if taken.allSatisfy({ Self.areApart(places[$0], places[next]) }) { taken.append(next) }
    }.map { candidates[$0] }
  }

  /// Returns whether two points differ by at least a hundredth of a range: closer ones have nearly the same figures,
  /// and the selection would take long to distinguish them.
  private static func areApart(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).contains { abs($0 - $1) >= 0.01 }
  }

  /// Returns candidate points as fractions of the ranges: some spread over the whole space, others around each
  /// existing point.
  private func candidates(around known: [[Double]], generation: Int) -> [[Double]] {
    let most = SpaceFillingDesign.mostSobolDimensions
    let all =
      variations.count <= most
      ? SpaceFillingDesign.shiftedSobol(
        count: Self.spread, dimensions: variations.count, seed: seed &+ UInt64(generation))
      : SpaceFillingDesign.latinHypercube(
        count: Self.spread, dimensions: variations.count, seed: seed &+ UInt64(generation))
    let near = known.enumerated().flatMap { index, middle in
      (0..<max(4, Self.spread / known.count)).map { number in
        var draws = KeyedGenerator(
          seed: seed, replication: UInt32(clamping: generation), purpose: .searchedPoint, UInt64(index),
          UInt64(number))
        // Steps of all sizes, from a fifth of the range down to a five-hundredth.
        let step = 0.2 / (1 + 99 * draws.uniform())
        return middle.map { $0 + draws.normal(mean: 0, standardDeviation: step) }
      }
    }
    return all + near
  }

  private func shares(_ values: [String]) -> [Double]? {
    let shares = variations.indices.compactMap { variations[$0].share(of: values[$0], isWhole: areWhole[$0]) }
    return shares.count == values.count ? shares : nil
  }

  private func values(at shares: [Double]) -> [String] {
    variations.indices.map {
      variations[$0].value(at: min(max(shares[$0], 0), 1.0.nextDown), isWhole: areWhole[$0])
    }
  }

  /// The index of the field of each coordinate; a field whose values are words has one coordinate per word.
  private var groups: [Int] {
    variations.indices.flatMap { field in
      [Int](repeating: field, count: variations[field].isRange ? 1 : variations[field].values.count)
    }
  }

  /// Returns the coordinates of a point given as fractions of the ranges.
  private func coordinates(_ shares: [Double]) -> [Double] {
    zip(variations, shares).flatMap { variation, share -> [Double] in
      guard !variation.isRange else { return [share] }
      let word = Int(share * Double(variation.values.count))
      return variation.values.indices.map { $0 == word ? 1 : 0 }
    }
  }
}
