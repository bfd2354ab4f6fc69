import CarpoolScenario
import Foundation
import Scenario
import Statistics
import Testing

@testable import Study

struct StudyDesignTests {
  private let base = Scenario()

  private func plan(_ variations: String..., method: StudyPlan.Method = .grid, points: Int? = nil) throws
    -> StudyPlan
  {
    var plan = StudyPlan()
    plan.variations = try variations.map { try Variation(option: $0) }
    plan.design.method = method
    plan.design.points = points
    return plan
  }

  @Test
  func `a grid has every combination, the first field slowest`() throws {
    let design = try StudyDesign(
      try plan("matching.radius_m=100:500:3", "matching.policy=first,nearest"), base)
    #expect(
      design.points == [
        ["100", "first"], ["100", "nearest"], ["300", "first"], ["300", "nearest"], ["500", "first"],
        ["500", "nearest"],
      ])
  }

  @Test
  func `steps have few digits, in log steps too`() throws {
    let linear = try StudyDesign(try plan("matching.limits.max_detour_ratio=0.1:0.7:7"), base)
    #expect(linear.points.map { $0[0] } == ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"])
    let log = try StudyDesign(try plan("matching.radius_m=10:10000:4:log"), base)
    #expect(log.points.map { $0[0] } == ["10", "100", "1000", "10000"])
  }

  @Test
  func `nothing varied is one point`() throws {
    #expect(try StudyDesign(try plan(), base).points == [[]])
  }

  @Test
  func `a Latin hypercube has one point in each interval of each axis`() {
    let points = SpaceFillingDesign.latinHypercube(count: 50, dimensions: 3, seed: 9)
    for axis in 0..<3 {
      #expect(points.map { Int($0[axis] * 50) }.sorted() == Array(0..<50))
    }
    #expect(points != SpaceFillingDesign.latinHypercube(count: 50, dimensions: 3, seed: 10))
  }

  @Test
  func `shifted Sobol' points have one point in each dyadic interval of each axis`() {
    let points = SpaceFillingDesign.shiftedSobol(count: 64, dimensions: 5, seed: 3)
    // Shifted modulo 1 they keep their distances: sorted along an axis, they are 1/64 apart.
    for axis in 0..<5 {
      let along = points.map { $0[axis] }.sorted()
      #expect(zip(along, along.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 64) < 1e-12 })
    }
    // The unshifted ones begin 0, 1/2, 3/4, 1/4 along the first axis.
    let steps = points.prefix(4).map { ($0[0] - points[0][0] + 1).truncatingRemainder(dividingBy: 1) }
    #expect(zip(steps, [0, 0.5, 0.75, 0.25]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test
  func `drawn points lie in their ranges, whole where the field is`() throws {
    for method in [StudyPlan.Method.lhs, .sobol] {
      let design = try StudyDesign(
        try plan(
          "matching.radius_m=100:400:log", "matching.attempts=1:4", "matching.policy=first,nearest",
          method: method, points: 64), base)
      #expect(design.points.count == 64)
      let radii = design.points.compactMap { Double($0[0]) }
      #expect(radii.count == 64 && radii.allSatisfy { (100...400).contains($0) })
      // Half of the points lie below the geometric mean.
      #expect(radii.count { $0 < 200 } == 32)
      for value in 1...4 { #expect(design.points.count { $0[1] == String(value) } == 16) }
      #expect(design.points.count { $0[2] == "first" } == 32)
    }
  }

  private func morris(_ variations: String..., trajectories: Int, levels: Int = 4) throws -> StudyPlan {
    var plan = StudyPlan()
    plan.variations = try variations.map { try Variation(option: $0) }
    plan.design = .init(trajectories: trajectories, levels: levels)
    return plan
  }

  @Test
  func `trajectories change one field after the other, between levels`() throws {
    let levels = ["100", "200", "300", "400"]
    let logs = ["1", "10", "100", "1000"]
    let plan = try morris(
      "matching.radius_m=100:400", "matching.spacing_m=1:1000:log", "matching.attempts=1:4",
      "matching.policy=first,nearest", trajectories: 6)
    let design = try StudyDesign(plan, base)
    #expect(design.groups.count == 6 && design.groups.allSatisfy { $0.count == 5 })
    #expect(Set(design.points).count == design.points.count)
    #expect(Set(design.groups.joined()) == Set(design.points.indices))
    for point in design.points {
      #expect(levels.contains(point[0]) && logs.contains(point[1]))
      #expect(["1", "2", "3", "4"].contains(point[2]) && ["first", "nearest"].contains(point[3]))
    }
    for trajectory in design.groups {
      let steps = zip(trajectory, trajectory.dropFirst()).map { a, b in
        (0..<4).filter { design.points[a][$0] != design.points[b][$0] }
      }
      #expect(steps.allSatisfy { $0.count == 1 } && steps.joined().sorted() == [0, 1, 2, 3])
    }
    #expect(try StudyDesign(plan, base).points == design.points)
  }

  /// With two levels there are four corners of a square: eight trajectories come by some of them again.
  @Test
  func `a point that several trajectories come by is run once`() throws {
    let design = try StudyDesign(
      try morris("matching.radius_m=100:400", "matching.attempts=1:2", trajectories: 8, levels: 2), base)
    #expect(design.points.count == 4 && design.groups.count == 8)
  }

  @Test
  func `the rows of Saltelli's design mix one value of B into A`() throws {
    var plan = try morris("matching.radius_m=100:400", "matching.attempts=1:2", trajectories: 1)
    plan.design = StudyPlan.Design(.saltelli, points: 8)
    let design = try StudyDesign(plan, base)
    #expect(design.groups.count == 8 && Set(design.points).count == design.points.count)
    for row in design.groups.map({ $0.map { design.points[$0] } }) {
      #expect(row.count == 4)
      #expect(row[2] == [row[1][0], row[0][1]] && row[3] == [row[0][0], row[1][1]])
    }
  }

  @Test
  func `a field that cannot step is told`() throws {
    let plan = try morris("matching.attempts=2.5:3.4", "matching.radius_m=1:2", trajectories: 2)
    let error = #expect(throws: StudyError.self) { try StudyDesign(plan, base) }
    #expect(
      error?.description
        == "`matching.attempts` has only one value in its range; widen the range, or leave the field out")
    #expect(
      try morris("matching.attempts=2", trajectories: 2).conflict
        == "`matching.attempts` has only one value; the design `morris` requires at least two")
  }
}
