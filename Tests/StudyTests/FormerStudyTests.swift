import CarpoolScenario
import Foundation
import Metrics
import Packs
import Scenario
import TestSupport
import Testing

@testable import Study

/// A study that was kept as an earlier version wrote it, with separate files for each run.
struct FormerStudyTests {
  /// The figures of the kept study, which lacks those that came later.
  private static func figures(_ manifest: StudyManifest, in folder: String) throws -> FigureList {
    let header = try #require(try text("runs.csv", in: folder).split(separator: "\n").first)
    let names = Set(header.split(separator: ",").map(String.init))
    let metrics = manifest.figures.metrics.filter { metric in
      metric.statistics.allSatisfy { names.contains(FigureColumn(metric, $0).name) }
    }
    return FigureList(metrics, headline: [], tradeOff: [], brief: [])
  }

  /// Calls `body` with a copy of the kept study.
  private static func withStudy(_ body: (StudyFolder, StudyManifest) throws -> Void) throws {
    try withScratchFolder { scratch in
      let path = scratch + "/study"
      try FileManager.default.copyItem(
        atPath: SharedData.checkout.appending(path: "Tests/Former/study").path, toPath: path)
      let manifest = try #require(try StudyManifest(at: path + "/manifest.json"))
      try body(StudyFolder(path: path, try figures(manifest, in: path)), manifest)
    }
  }

  /// Returns the content of the tables in the folder at `path`.
  private static func tables(_ path: String) throws -> [String] {
    try ["runs.csv", "summary.csv", "warm_up.csv", "performance.csv"].map { try text($0, in: path) }
  }

  @Test
  func `its runs are read, and its tables made of them are the same bytes`() throws {
    try Self.withStudy { folder, manifest in
      let before = try Self.tables(folder.path)
      folder.store.open(verifying: true)
      #expect(folder.store.ids.count == 4 && folder.store.damaged.isEmpty)
      let copy = StudyFolder(path: folder.path + "/copy", folder.form.figures)
      let rule = ReplicationRule(manifest.plan, folder.form.figures)
      let results = try StudyPass.write(manifest, rule, of: folder, into: copy)
      #expect(results.missing == 0 && results.points.map(\.runs) == [2, 2])
      #expect(try Self.tables(copy.path) == before)
      let status = try StudyStatus([folder.path])
      #expect(status.finished == 4 && status.total == 4 && status.isComplete)
    }
  }

  @Test
  func `further runs go into a pack, and its files stay as they are`() throws {
    try Self.withStudy { folder, _ in
      let files = try names(in: folder.runs)
      let id = StudyPacks.id(try #require(folder.store.ids.first))
      var record = try #require(folder.store.record(id))
      record.row.runID = "00000000000000aa"
      record.row.replication = 2
      try folder.store.append(record)
      let again = StudyFolder(path: folder.path, folder.form.figures)
      again.store.open(verifying: true)
      #expect(again.store.ids.count == 5 && again.row("00000000000000aa") == record.row)
      let runs = again.store.runs(ofPoints: [record.row.point])
      #expect(runs[0].map(\.replication) == [0, 1, 2])
      let left = try names(in: folder.runs).filter { $0.hasSuffix(".csv") }
      #expect(left == files)
      // Into a pack as well, from where it is written as the same file.
      let merged = StudyFolder(path: folder.path + "/merged", folder.form.figures)
      for number in folder.store.ids {
        try merged.adopt(try #require(folder.store.record(number)), from: folder)
      }
      let former = FormerRuns(path: folder.path + "/out", form: folder.form)
      try former.write(try #require(merged.store.record(id)))
      let kept = FormerRuns(path: folder.path, form: folder.form)
      for (one, other) in [
        (former.run(id), kept.run(id)), (former.startUp(id), kept.startUp(id)),
        (former.halves(id), kept.halves(id)), (former.performance(id), kept.performance(id)),
      ] {
        let (one, other) = (StudyFolder.text(one), StudyFolder.text(other))
        #expect(one == other && one != nil)
      }
    }
  }
}
