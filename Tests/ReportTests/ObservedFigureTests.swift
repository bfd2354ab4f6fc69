import Carpool
import Foundation
import Markets
import Metrics
import Report
import Statistics
import Testing

/// Tables of what was observed.
struct ObservedFigureTests {
  private static let figures = Markets.figures

  /// The figures that are read from a file with `text`.
  private func read(_ text: String, named names: [String] = []) throws -> [ObservedFigure] {
    let path = FileManager.default.temporaryDirectory.appending(path: "observed-\(UUID().uuidString).csv")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try ObservedFigure.table(contentsOf: path, among: Self.figures, named: names)
  }

  @Test(arguments: ["figure", "metric", "kpi"])
  func `the column of names may be called as it once was`(name: String) throws {
    let found = try read("\(name),value,days\nmatch_rate,0.4,2\nwait_s.p95,600,\n")
    #expect(found.map(\.figure.name) == ["match_rate", "wait_s.p95"])
    #expect(found.map(\.observation.value) == [0.4, 600] && found.map(\.observation.days) == [2, 1])
    #expect(try read("\(name),value\nmatch_rate,0.4\nwait_s.p95,600\n", named: ["wait_s.p95"]).count == 1)
  }

  private static let run = """
    run_id,scenario,seed,replication,metric,statistic,value,unit
    a,x,1,0,match_rate,value,0.4,ratio
    a,x,1,0,requests,value,1500,count
    a,x,1,0,wait_s,mean,222.5,s
    a,x,1,0,wait_s,p95,600,s

    """

  @Test func `the summary of a run stands for its headline, or for the figures that are named`() throws {
    let found = try read(Self.run)
    #expect(found.map(\.figure.name) == ["match_rate", "wait_s.mean"] && found[1].observation.value == 222.5)
    let named = try read(Self.run, named: ["requests", "wait_s.p95"])
    #expect(named.map(\.observation.value) == [1500, 600])
    #expect(throws: ReportError.self) { try read(Self.run, named: ["served"]) }
    #expect(throws: ReportError.self) { try read(Self.run, named: ["vkt_saved_km"]) }
  }

  @Test func `the summary of a study of one point has means over its runs`() throws {
    let head = "point,matching.radius_m,metric,statistic,unit,n,mean,sd,half_width_95,lower_95,upper_95\n"
    let row = "1,800,match_rate,value,ratio,10,0.41,0.01,0.007,0.40,0.42\n"
    let found = try read(head + row + "1,800,wait_s,mean,s,0,,,,,\n")
    #expect(found.count == 1 && found[0].observation.value == 0.41 && found[0].observation.days == 10)
    // Which of two points was observed, a summary does not say.
    #expect(throws: ReportError.self) { try read(head + row + row.replacing("1,800", with: "2,900")) }
  }
}
