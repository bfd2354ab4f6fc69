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

  /// Writes the runs of the study in the folder `path` as earlier versions did, removes its packs, and returns its folder
  /// and files.
  private func former(_ path: String) throws -> (folder: StudyFolder, runs: FormerRuns) {
    _ = try PackedRuns(study: path).unpackRuns([], into: path)
    for name in try names(in: path + "/runs") where !name.hasSuffix(".csv") {
      try FileManager.default.removeItem(atPath: "\(path)/runs/\(name)")
    }
    let folder = StudyFolder(path: path, CarpoolModel.figures)
    return (folder, FormerRuns(path: path, form: folder.form))
  }

  @Test
  func `a merge tells a pack of an earlier version by the column that was renamed`() throws {
    let path = try carryOut("renamed")
    let name = try #require(try names(in: path + "/runs").first { $0.hasSuffix(".runs") })
    let file = "\(path)/runs/\(name)"
    let data = try Data(contentsOf: URL(filePath: file))
    let line = try #require(data.firstIndex(of: 10))
    let head = String(decoding: data[..<line], as: UTF8.self)
    #expect(head.contains(",cause.no_seats,"))
    try Data(head.replacing(",cause.no_seats,", with: ",cause.left_over,").utf8 + data[line...]).write(
      to: URL(filePath: file))
    let former = try #require(FormerName(among: ["cause.left_over"], of: file))
    #expect(throws: StudyError.formerName(former)) {
      _ = try StudyMerge([path]).write(to: scratch + "/merged")
    }
  }

  @Test
  func `a merge tells a shard of an earlier version by the column that was renamed`() throws {
    let (folder, runs) = try former(try carryOut("former"))
    let file = runs.run(try #require(runs.ids.first))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(",cause.no_seats,"))
    try Data(text.replacing(",cause.no_seats,", with: ",cause.left_over,").utf8).write(
      to: URL(filePath: file))
    let former = try #require(FormerName(among: ["cause.left_over"], of: file))
    #expect(throws: StudyError.formerName(former)) {
      _ = try StudyMerge([folder.path]).write(to: scratch + "/merged")
    }
  }

  @Test(arguments: [false, true])
  func `a damaged study is read or refused`(isFormer: Bool) throws {
    var folder = StudyFolder(path: try carryOut("study"), CarpoolModel.figures)
    let copy = StudyFolder(path: scratch + "/copy", CarpoolModel.figures)
    try copy.make()
    var paths = [folder.manifest] + (try names(in: folder.runs).map { "\(folder.runs)/\($0)" })
    if isFormer {
      let (former, runs) = try former(folder.path)
      folder = former
      let id = try #require(runs.ids.first)
      paths = [folder.manifest, runs.run(id), runs.startUp(id), runs.performance(id)]
    }
    let files = try paths.map { ($0, try Data(contentsOf: URL(filePath: $0))) }
    // Undamaged, it is read: what is refused is refused for its damage.
    #expect(try StudyManifest(at: folder.manifest)?.plan.name == "tiny")
    var (refused, missing) = (0, 0)
    forAll(seeds: 0..<1000) { seed in
      var random = SplitMix64(seed: seed)
      let (file, content) = random.pick(files)
      var bytes = Array(content)
      if file == folder.manifest || isFormer {
        bytes = Array(Damage.done(to: String(decoding: content, as: UTF8.self), &random))
      } else {
        for _ in 0..<random.whole(1...4) {
          bytes[random.whole(0...(bytes.count - 1))] = UInt8(random.whole(0...255))
        }
        if random.chance(0.3) { bytes.removeLast(random.whole(0...bytes.count)) }
      }
      try Data(bytes).write(to: URL(filePath: file))
      defer { try? content.write(to: URL(filePath: file)) }
      do throws(StudyError) {
        guard let manifest = try StudyManifest(at: folder.manifest) else { return "the manifest is gone" }
        let read = StudyFolder(path: folder.path, CarpoolModel.figures)
        read.store.open(verifying: true)
        let rule = ReplicationRule(manifest.plan, CarpoolModel.figures)
        let results = try StudyPass.write(manifest, rule, of: read, into: copy)
        missing += min(1, results.missing)
        _ = (results.startUpWords, StudyText(results, name: manifest.plan.name, seed: 1).text)
        if seed.isMultiple(of: 50) {
          _ = try StudyMerge([folder.path]).write(to: "\(scratch)/merged-\(seed)")
        }
      } catch {
        refused += 1
        if error.description.isEmpty { return "no sentence" }
      }
      return nil
    }
    #expect(refused > 100 && missing > 100)
  }

  @Test(arguments: ["inf", "nan", "1e400", "1e308"])
  func `a run whose figure is no number is done again`(value: String) throws {
    let (folder, runs) = try former(try carryOut("study"))
    let whole = try String(contentsOfFile: folder.path + "/runs.csv", encoding: .utf8)
    let id = try #require(runs.ids.first)
    var lines = try String(contentsOfFile: runs.run(id), encoding: .utf8).components(separatedBy: "\n")
    var fields = lines[1].components(separatedBy: ",")
    fields[4] = value
    lines[1] = fields.joined(separator: ",")
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: runs.run(id)))
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
