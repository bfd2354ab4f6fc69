import Carpool
import CarpoolScenario
import JSON5
import Metrics
import Report
import Scenario
import Statistics
import Testing

struct AnalysisTests {
  private let study = Studies.grid()
  private let figures = [Studies.matchRate, Studies.detour]

  @Test
  func `the front, the surfaces, the best point and the screening are found on a grid`() throws {
    let bound = try Constraint("driver_detour_s.mean<=60", in: study)
    let analysis = Analysis(study, figures, subjectTo: [bound])
    let front = try analysis.front.get()
    #expect(front.front.members.count >= 3 && front.front.knee != nil)
    let means = front.ordered.map { front.means[$0] }
    #expect(zip(means, means.dropFirst()).allSatisfy { $0[0] <= $1[0] && $0[1] <= $1[1] })
    let surface = try analysis.surfaces[0].get()
    #expect(try #require(surface.quadratic).explained > 0.9)
    let best = try analysis.best.get()
    #expect(try analysis.surfaces[1].get().value(at: best.values) <= 60 + 1e-6)
    #expect(try #require(surface.interval(at: best.values)).contains(surface.value(at: best.values)))
    let screening = try analysis.screenings[0].get()
    #expect(screening.rows.map(\.parameter).sorted() == [Studies.limit, Studies.radius])
    for title in [
      "Results/grid: 12 points, 48 runs; varied: matching.radius_m (4 values)", "← knee",
      "lack of fit F(6, 33)",
      "Surface of match_rate: a Gaussian process around", "leaving out each point: ",
      "Best match_rate of its surface (higher is better) where driver_detour_s.mean ≤ 60, with a",
      "of 7 points that keep driver_detour_s.mean ≤ 60, by their means",
      "(the knee depends on match_rate and driver_detour_s.mean, each scaled to its range over the front",
      "Screening for match_rate",
    ] { #expect(analysis.text.contains(title), "\(title)") }
    let json = analysis.json
    #expect(json["points"] == .integer(12))
    #expect(json["best"]?["figure"] == .text("match_rate"))
    #expect(json["surfaces"]?["match_rate"]?["quadratic"]?["lack_of_fit"]?["df"] == .integer(6))
  }

  /// A detour that rises to 161 s at a limit of 330 s and stays there, simulated at 200, 400, 600 and 800 s: at 150 s a surface between
  /// the first two runs well below the truth.
  private static func saturating(radii: [String] = ["1"]) -> StudyTable {
    Studies.study([(Studies.limit, ["200", "400", "600", "800"]), (Studies.radius, radii)], replications: 8) {
      values, k in
      let bound = min(330, Double(values[0])!)
      let noise = 0.4 * Double(k * k % 5) - 0.6
      return [
        Studies.detour: detour(at: bound) + noise, Studies.matchRate: 0.0006 * bound + 0.001 * noise,
      ]
    }
  }

  private static func detour(at limit: Double) -> Double { 138 + 23 * (min(330, limit) - 200) / 130 }

  @Test func `the best point of a surface keeps its bound with the stated probability`() throws {
    let study = Self.saturating()
    for (limit, confidence) in [(150.0, 0.95), (145, 0.95), (150, 0.8), (155, 0.99)] {
      let bound = Constraint(Studies.detour, limit, isUpper: true)
      let best = try BestPoint(
        SurfaceFinding(study, Studies.matchRate), in: study, subjectTo: [bound], confidence: confidence)
      #expect(best.probabilities.allSatisfy { $0 ?? 0 >= confidence })
      // The truth keeps it too, and so does the nearest simulated point.
      #expect(Self.detour(at: best.values[0]) <= limit, "\(best.values[0])")
      #expect(best.values[0] < 300)
    }
    let free = try BestPoint(SurfaceFinding(study, Studies.matchRate), in: study, subjectTo: [])
    #expect(free.probabilities.isEmpty && free.values[0] > 300)
  }

  @Test func `a bound that no point keeps with the stated probability is no best point`() throws {
    let study = Self.saturating()
    // The mean at 200 s is 138.0 to the last digit, so that a surface through it keeps 138.2 s half of the time or little more.
    let bound = Constraint(Studies.detour, 138.2, isUpper: true)
    let text = Analysis(study, figures, subjectTo: [bound]).text
    #expect(
      text.contains(
        "no point respects driver_detour_s.mean ≤ 138.2 with a probability of 95 % or more; the surfaces touch the bounds at"
      ))
    #expect(
      Analysis(study, figures, subjectTo: [bound], confidence: 0.01).text
        .contains("driver_detour_s.mean ≤ 138.2 holds there with a probability of"))
  }

  /// Above a limit of 300 s nothing changes: neither of two points that are the same is the better one.
  @Test
  func `points that are equal in every run are said to be equal`() throws {
    let study = Studies.study([(Studies.radius, ["500", "1000"]), (Studies.limit, ["100", "300", "500"])]) {
      values, replication in
      let (r, d) = (Double(values[0])!, min(300, Double(values[1])!))
      return [Studies.matchRate: r * d / 1e6 + 0.01 * Double(replication)]
    }
    let best = try SimulatedBest(study, Studies.matchRate, subjectTo: [])
    #expect(best.point.values == ["1000", "300"] || best.point.values == ["1000", "500"])
    #expect(best.equals.count == 1 && best.equals[0].values[0] == "1000" && best.share == 1)
    let text = Analysis(study, [Studies.matchRate]).text
    #expect(
      text.contains("  equal to it in every run: matching.radius_m = 1000, matching.limits.max_detour_s ="))
    #expect(text.contains("  they stay the best in 100"))
    let json = Analysis(study, [Studies.matchRate]).json["simulated_best"]
    #expect(json?["equal"]?.items?.count == 1)
  }

  /// Once "where : relax it" stood there.
  @Test
  func `no bound is named as passed where the figure is what is missing`() throws {
    let study = Studies.study([(Studies.radius, ["500", "1000"])]) { values, _ in
      values[0] == "500" ? [Studies.detour: 10] : [Studies.detour: 90, Studies.matchRate: 0.5]
    }
    let bound = try Constraint("driver_detour_s.mean<=60", in: study)
    let text = sentence { () throws(ReportError) in
      _ = try SimulatedBest(study, Studies.matchRate, subjectTo: [bound])
    }
    #expect(
      text?.contains(
        "no simulated point respects driver_detour_s.mean ≤ 60; the nearest is matching.radius_m = 1000, where"
          + " driver_detour_s.mean ≤ 60 is violated by 30.0: relax it") == true, "\(text ?? "")")
  }

  @Test
  func `the best simulated point keeps the bounds, and says how often it would be the best again`() throws {
    let bound = try Constraint("driver_detour_s.mean<=60", in: study)
    let best = try SimulatedBest(study, Studies.matchRate, subjectTo: [bound])
    let kept = study.points.filter { try! #require($0.statistics(Studies.detour).mean) <= 60 }
    #expect(best.keeping == kept.count && kept.count < study.points.count)
    #expect(
      best.point.statistics(Studies.matchRate).mean
        == kept.compactMap { $0.statistics(Studies.matchRate).mean }.max())
    // The points differ by far more than the replications.
    #expect(best.share > 0.9 && best.keepingShare > 0.9)
    let text = Analysis(study, figures, subjectTo: [bound]).text
    #expect(
      text.contains(
        "Best simulated point for match_rate (higher is better) of 7 that keep driver_detour_s.mean ≤ 60"))
    let json = Analysis(study, figures, subjectTo: [bound]).json["simulated_best"]
    #expect(json?["keeping"] == .integer(7) && json?["bounds"]?["driver_detour_s.mean"]?["slack"] != nil)
  }

  @Test
  func `two points that take turns share the resamples, and do so again`() throws {
    let turns = Studies.study([(Studies.radius, ["1", "2"])], replications: 10) { values, k in
      [Studies.matchRate: values[0] == "1" ? 0.5 : 0.5001 + (k % 2 == 0 ? 0.1 : -0.1)]
    }
    let best = try SimulatedBest(turns, Studies.matchRate, subjectTo: [])
    #expect(best.point.values == ["2"] && best.share > 0.4 && best.share < 0.8)
    #expect(try SimulatedBest(turns, Studies.matchRate, subjectTo: []).share == best.share)
  }

  @Test
  func `a precision that was not reached says how many replications would reach it`() throws {
    var asked = StudyPlan.Precision()
    asked.halfWidth = 0.001
    asked.maxReplications = 4
    let known = StudyTable(
      folder: study.folder, parameters: study.parameters, points: study.points, precision: asked)
    let finding = try #require(PrecisionFinding(known))
    #expect(finding.missing == 12 && (finding.wanted ?? 0) > 100)
    #expect(
      Analysis(known, figures).text.contains(
        "was not reached at 12 points with at most 4 replications; according to"))
    asked.halfWidth = 0.9
    #expect(
      PrecisionFinding(
        StudyTable(folder: "s", parameters: study.parameters, points: study.points, precision: asked)) == nil)
  }

  /// What replications share cancels in the shape, so the interval of a linear figure is that of the shared
  /// part.
  @Test
  func `the interval of a surface knows that points share their random numbers`() throws {
    let common = [0.0, 3, 1, 4, 2]
    let linear = Studies.study([(Studies.radius, ["0", "1", "2", "3"])], replications: 5) { values, k in
      [Studies.wait: 10 * Double(values[0])! + common[k]]
    }
    let surface = try SurfaceFinding(linear, Studies.wait)
    var shared = RunningStatistics()
    for value in common { shared.add(value) }
    let expected = try #require(shared.interval())
    let found = try #require(surface.interval(at: [2]))
    #expect(abs(found.lowerBound - (20 + expected.lowerBound)) < 1e-9)
    #expect(abs(found.upperBound - (20 + expected.upperBound)) < 1e-9)
  }

  @Test(arguments: [
    ("match_rate>0.4", "`match_rate>0.4` is not a constraint; write figure<=number"),
    ("match_rate<=much", "`match_rate<=much` is not a constraint"),
    ("match_rat<=0.4", "did you mean `match_rate`?"),
  ])
  func `a constraint that is none says what would be right`(text: String, expected: String) {
    let found = sentence { () throws(ReportError) in _ = try Constraint(text, in: study) }
    #expect(found?.contains(expected) == true, "\(found ?? "nothing")")
  }

  @Test
  func `what the study does not allow says why`() throws {
    let few = Studies.study([(Studies.radius, ["1", "2"]), ("matching.policy", ["first", "nearest"])]) {
      _, k in
      [Studies.matchRate: Double(k), FigureColumn(.drivers): 5]
    }
    let text = Analysis(few, [Studies.matchRate]).text
    #expect(text.contains("The Pareto front: requires at least two figures"))
    #expect(
      text.contains(
        "matching.policy has values that are not numbers; choose one of them, such as --at 'matching.policy=first'"
      )
    )
    let neutral = Analysis(few, [Studies.matchRate, FigureColumn(.drivers)]).text
    #expect(neutral.contains("The Pareto front: for drivers, neither higher nor lower is better"))
    let two = Analysis(try few.selecting("matching.policy=first"), [Studies.matchRate]).text
    #expect(
      two.contains(
        "the screening for match_rate: requires, for each field, at least two pairs of points"
          .capitalizedFirst))
    let narrow = try Constraint("driver_detour_s.mean<=-50", in: study)
    #expect(
      Analysis(study, figures, subjectTo: [narrow]).text.contains(
        "no point within the study's range respects driver_detour_s.mean ≤ -50; relax it"))
    let one = Analysis(Studies.study([]) { _, _ in [Studies.matchRate: 1] }, [Studies.matchRate])
    #expect(one.text.contains("nothing varies in Results/made"))
  }

  @Test
  func `points that determine no surface say so`() throws {
    let line = Studies.study([(Studies.radius, ["1", "2", "3"])]) { _, _ in [Studies.matchRate: 0.5] }
    let points = line.points.map { StudyTable.Point(values: $0.values + $0.values, measured: $0.runs) }
    let diagonal = StudyTable(folder: "d", parameters: [Studies.radius, Studies.limit], points: points)
    let text = Analysis(diagonal, [Studies.matchRate]).text
    #expect(
      text.contains(
        "requires at least 4 points with a value for 2 varied fields, but there are 3")
    )
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
