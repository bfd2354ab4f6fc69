import Statistics
import TestSupport
import Testing

@Suite struct MorrisTests {
  private func generator(_ seed: UInt64) -> KeyedGenerator {
    KeyedGenerator(seed: seed, replication: 0, purpose: Purpose(rawValue: 921))
  }

  @Test func aTrajectoryChangesEachParameterOnce() {
    forAll(seeds: 0..<30) { seed in
      var draws = generator(seed)
      let (parameters, levels) = (1 + Int(seed % 6), 2 + 2 * Int(seed % 3))
      let step = Double(levels) / Double(2 * (levels - 1))
      let design = MorrisDesign.trajectories(
        parameters: parameters, levels: levels, count: 4, candidates: 9, &draws)
      guard design.count == 4 else { return "\(design.count) trajectories" }
      for trajectory in design {
        guard trajectory.count == parameters + 1 else { return "\(trajectory.count) points" }
        var changed: [Int] = []
        for (a, b) in zip(trajectory, trajectory.dropFirst()) {
          let moved = a.indices.filter { a[$0] != b[$0] }
          guard moved.count == 1, abs(abs(a[moved[0]] - b[moved[0]]) - step) < 1e-12 else {
            return "a step from \(a) to \(b)"
          }
          changed += moved
        }
        guard changed.sorted() == Array(0..<parameters) else { return "changed \(changed)" }
        guard trajectory.joined().allSatisfy({ (0...1).contains($0) }) else { return "outside of the cube" }
      }
      return nil
    }
  }

  @Test func theTrajectoriesTakenLieFartherApartThanTheFirst() {
    var draws = generator(7)
    let chosen = MorrisDesign.trajectories(parameters: 4, count: 5, candidates: 60, &draws)
    draws = generator(7)
    let first = MorrisDesign.trajectories(parameters: 4, count: 5, candidates: 5, &draws)
    #expect(spread(chosen) > spread(first))
  }

  /// The sum of the squared distances between trajectories, by its definition.
  private func spread(_ design: [[[Double]]]) -> Double {
    var total = 0.0
    for (index, a) in design.enumerated() {
      for b in design[..<index] {
        var distance = 0.0
        for p in a {
          for q in b { distance += zip(p, q).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot() }
        }
        total += distance * distance
      }
    }
    return total
  }

  @Test func theEffectsOfALinearFunctionAreItsSlopes() throws {
    var draws = generator(3)
    let slopes = [4.0, -2.5, 0, 0.125]
    let points = Array(
      Set(MorrisDesign.trajectories(parameters: 4, count: 6, candidates: 40, &draws).joined()))
    // Own units: the third parameter runs from 100 to 400.
    let scaled = points.map { [$0[0], $0[1], 100 + 300 * $0[2], $0[3]] }
    let found = MorrisScreening(
      points: scaled, responses: points.map { point in 7 + zip(slopes, point).reduce(0) { $0 + $1.0 * $1.1 } }
    )
    for (effect, slope) in zip(found.effects, slopes) {
      let effect = try #require(effect)
      #expect(effect.count >= 6)
      #expect(abs(effect.mean - slope) < 1e-12)
      #expect(abs(effect.meanMagnitude - abs(slope)) < 1e-12)
      #expect(effect.standardDeviation! < 1e-12)
    }
  }

  @Test func aSeedDrawsTheSameTrajectoriesAgain() {
    func design(_ seed: UInt64) -> [[[Double]]] {
      MorrisDesign.trajectories(parameters: 3, levels: 6, count: 7, seed: seed)
    }
    #expect(design(1) == design(1) && design(1) != design(2))
    #expect(design(1).count == 7 && design(1).allSatisfy { $0.count == 4 })
    // Many parameters leave no time to choose among many.
    #expect(MorrisDesign.trajectories(parameters: 40, count: 50, seed: 1).count == 50)
  }

  /// Steps down and up, of two sizes: the effects are those of the whole range.
  @Test func theEffectsOfStepsAreTheirSlopes() throws {
    let found = MorrisScreening(
      parameters: 3,
      steps: [
        .init(parameter: 0, size: 0.5, change: 2), .init(parameter: 0, size: -0.25, change: -3),
        .init(parameter: 1, size: -0.5, change: 1),
      ])
    let first = try #require(found.effects[0])
    #expect(first.count == 2 && first.mean == 8 && first.meanMagnitude == 8)
    #expect(abs(first.standardDeviation! - 32.0.squareRoot()) < 1e-12)
    let second = try #require(found.effects[1])
    #expect(second.mean == -2 && second.meanMagnitude == 2 && second.standardDeviation == nil)
    #expect(found.effects[2] == nil)
  }

  /// x·y on the corners of the unit square: the effects of x are 0 (at y = 0) and 1 (at y = 1).
  @Test func anInteractionSpreadsTheEffects() throws {
    let points = [[0.0, 0], [0, 1], [1, 0], [1, 1]]
    let found = MorrisScreening(points: points, responses: points.map { $0[0] * $0[1] })
    for effect in found.effects {
      let effect = try #require(effect)
      #expect(effect.count == 2 && effect.mean == 0.5 && effect.meanMagnitude == 0.5)
      #expect(abs(effect.standardDeviation! - 0.5.squareRoot()) < 1e-15)
    }
  }

  @Test func pointsThatDifferInEverythingHaveNoEffects() {
    let found = MorrisScreening(points: [[0.0, 0], [1, 1]], responses: [1, 2])
    #expect(found.effects == [nil, nil])
  }
}

@Suite struct ParetoFrontTests {
  @Test func theFrontIsWhatNothingBeats() {
    let points = [[0.2, 10.0], [0.5, 20], [0.4, 25], [0.9, 60], [0.5, 20], [0.95, 90]]
    let front = ParetoFront(points, [.higherIsBetter, .lowerIsBetter])
    #expect(front.members == [0, 1, 3, 4, 5])
  }

  /// The front of min x, min y on the points of 1 ÷ x: the knee is where x = y.
  @Test func theKneeOfTwoFiguresIsFarthestFromTheChord() {
    let points = [[1.0, 8.0], [2, 4], [2.8, 2.9], [4, 2], [8, 1]]
    #expect(ParetoFront(points, [.lowerIsBetter, .lowerIsBetter]).knee == 2)
    #expect(ParetoFront(points.map { [-$0[0], $0[1]] }, [.higherIsBetter, .lowerIsBetter]).knee == 2)
  }

  @Test func aStraightOrHollowFrontHasNoKnee() {
    #expect(ParetoFront([[0, 4.0], [2, 2], [4, 0]], [.lowerIsBetter, .lowerIsBetter]).knee == nil)
    #expect(ParetoFront([[0, 4.0], [3, 3], [4, 0]], [.lowerIsBetter, .lowerIsBetter]).knee == nil)
    #expect(ParetoFront([[0, 4.0], [4, 0]], [.lowerIsBetter, .lowerIsBetter]).knee == nil)
    #expect(ParetoFront([], [.lowerIsBetter]).members == [])
  }

  @Test func ofThreeFiguresTheKneeIsNearestTheIdeal() {
    let points = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [0.7, 0.6, 0.8]]
    let front = ParetoFront(points, [.higherIsBetter, .higherIsBetter, .higherIsBetter])
    #expect(front.members == [0, 1, 2, 3] && front.knee == 3)
  }

  @Test func theFrontIsThatOfAPlainScan() {
    forAll(seeds: 0..<200) { seed in
      var random = SplitMix64(seed: seed)
      let points = (0..<20).map { _ in (0..<3).map { _ in Double(random.whole(0...5)) } }
      let front = ParetoFront(points, [.higherIsBetter, .lowerIsBetter, .higherIsBetter])
      let expected = points.indices.filter { i in
        points.indices.allSatisfy { j in
          let worse =
            points[j][0] < points[i][0] || points[j][1] > points[i][1] || points[j][2] < points[i][2]
          return worse || points[j] == points[i]
        }
      }
      return front.members == expected ? nil : "\(front.members) is not \(expected)"
    }
  }
}
