import Carpool
import CarpoolScenario
import Foundation
import Metrics
import Scenario
import TestSupport
import Testing

@testable import Study

/// Whatever stands in the files of a study's folder, it is read, made again or refused with a sentence.
final class DamagedStudyFolderTests {
  private let scratch = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)")
    .path

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  /// A small stationary study, carried out in the folder `name` of the scratch folder.
  private func carryOut(_ name: String, _ replications: Int = 2) throws -> String {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let scenario = """
      {seed: 1, time: {duration_s: 3600}, space: {kind: "plane", width_m: 3000, height_m: 3000},
       supply: {kind: "synthetic", count: 20}, demand: {kind: "synthetic", count: 20}}
      """
    try Data(scenario.utf8).write(to: URL(filePath: scratch + "/tiny.json5"))
    var plan = StudyPlan()
    plan.name = "tiny"
    plan.replications = replications
    plan.variations = [try Variation(option: "matching.radius_m=500,1500")]
    let study = try Study(plan, scenario: scratch + "/tiny.json5", version: "test")
    _ = try StudyRunner(study, folder: scratch + "/" + name, jobs: 1).run()
    return scratch + "/" + name
  }

  @Test
  func `a merge tells a shard of an earlier version by the column that was renamed`() throws {
    let folder = StudyFolder(path: try carryOut("former"), CarpoolModel.figures)
    let file = folder.run(try #require(folder.finished.first))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(",cause.no_seats,"))
    try Data(text.replacing(",cause.no_seats,", with: ",cause.left_over,").utf8).write(
      to: URL(filePath: file))
    let former = try #require(FormerName(among: ["cause.left_over"], of: file))
    #expect(throws: StudyError.formerName(former)) {
      _ = try StudyMerge([folder.path]).write(to: scratch + "/merged")
    }
  }

  @Test
  func `a damaged study is read or refused`() throws {
    let folder = StudyFolder(path: try carryOut("study"), CarpoolModel.figures)
    let copy = StudyFolder(path: scratch + "/copy", CarpoolModel.figures)
    try copy.make()
    let id = try #require(folder.finished.first)
    let files = try [folder.manifest, folder.run(id), folder.startUp(id), folder.performance(id)].map {
      ($0, try String(contentsOfFile: $0, encoding: .utf8))
    }
    // Undamaged, it is read: what is refused is refused for its damage.
    #expect(try StudyManifest(at: folder.manifest)?.plan.name == "tiny")
    var refused = 0
    forAll(seeds: 0..<2000) { seed in
      var random = SplitMix64(seed: seed)
      let (file, text) = random.pick(files)
      try Data(Damage.done(to: text, &random)).write(to: URL(filePath: file))
      defer { try? Data(text.utf8).write(to: URL(filePath: file)) }
      do throws(StudyError) {
        guard let manifest = try StudyManifest(at: folder.manifest) else { return "the manifest is gone" }
        let results = StudyResults(manifest, ReplicationRule(manifest.plan, CarpoolModel.figures), in: folder)
        _ = (results.startUpWords, StudyText(results, name: manifest.plan.name, seed: 1).text)
        do { try results.write(into: copy) } catch { return "\(error)" }
        if seed.isMultiple(of: 50) {
          _ = try StudyMerge([folder.path]).write(to: "\(scratch)/merged-\(seed)")
        }
      } catch {
        refused += 1
        if error.description.isEmpty { return "no sentence" }
      }
      return nil
    }
    #expect(refused > 100)
  }

  @Test(arguments: ["inf", "nan", "1e400", "1e308"])
  func `a run whose figure is no number is done again`(value: String) throws {
    let folder = StudyFolder(path: try carryOut("study"), CarpoolModel.figures)
    let whole = try String(contentsOfFile: folder.path + "/runs.csv", encoding: .utf8)
    let id = try #require(folder.finished.first)
    var lines = try String(contentsOfFile: folder.run(id), encoding: .utf8).components(separatedBy: "\n")
    var fields = lines[1].components(separatedBy: ",")
    fields[4] = value
    lines[1] = fields.joined(separator: ",")
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: folder.run(id)))
    #expect(folder.row(id) == nil)
    _ = try carryOut("study")
    #expect(try String(contentsOfFile: folder.path + "/runs.csv", encoding: .utf8) == whole)
  }

  @Test(arguments: ["1e300", "nan", "inf", "-1", "0", "0.0001", "1e13", "x"])
  func `a start-up of a period that cannot be says nothing`(period: String) {
    let rows = (1...100).map { "\(period),0,\($0),3\n" }.joined()
    #expect(StartUpFile.content("period_s,warm_up_s,batch,matches\n" + rows) == nil)
  }
}
