import Quantities
import Shifts

extension Suite {
  /// The decision at the deadline of a large festival, including the pass that makes the optimum unique.
  static let shiftsOptimal = Benchmark(
    "shifts/optimal", .micro,
    "the best assignment of volunteers to 500 posts of a slot, nine places for ten of them",
    unit: "volunteers", sizes: [1_000, 3_000, 10_000], small: 3_000
  ) { volunteers, _ in
    let problem = assignment(of: volunteers)
    return Work(volunteers, "volunteer") {
      let solution = problem.optimalSolution()
      let score = problem.score(solution)
      var checksum = Checksum()
      checksum.add(solution.lazy.map(\.rawValue))
      return Outcome(checksum, ["filled": score.filled, "sum_of_ranks": score.ranks])
    }
  }

  /// Returns volunteers with three preferred posts each; the first posts are the most popular.
  private static func assignment(of volunteers: Int) -> AssignmentProblem {
    let posts = 500
    let places = volunteers * 9 / 10
    let programme = Programme(
      slots: [Slot("slot", begin: .zero, end: Milliseconds(1))],
      posts: (0..<posts).map { post in
        Post("post \(post)", slots: [0], capacity: Int32((post + 1) * places / posts - post * places / posts))
      })
    var problem = AssignmentProblem(programme)
    var state: UInt64 = 1
    func draw() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % posts
    }
    for _ in 0..<volunteers {
      _ = problem.appendPerson()
      var wishes: [Wish] = []
      while wishes.count < 3 {
        let wish = Wish(ShiftIndex(min(draw(), draw())))
        if !wishes.contains(wish) { wishes.append(wish) }
      }
      problem.appendClaim(slot: 0, wishes: wishes)
    }
    return problem
  }
}
