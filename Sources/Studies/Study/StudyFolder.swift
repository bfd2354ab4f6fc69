import Foundation
import Glibc
import Metrics
import Tables

/// The files of a study.
///
/// | file | holds |
/// |---|---|
/// | `manifest.json` | the study: scenario, plan, points |
/// | `runs.csv`, `summary.csv` | the results, made anew from `runs/` |
/// | `warm_up.csv` | what MSER-5 says of each stationary point, made anew from `start-up/` |
/// | `performance.csv` | what the runs took, made anew from `performance/` |
/// | `runs/RUN_ID.csv` | a finished run; never removed |
/// | `performance/RUN_ID.csv` | what it took |
/// | `start-up/RUN_ID.csv` | its matches over time, where the scenario is stationary |
/// | `notices/RUN_ID.txt` | what it says of its input, a sentence a line, where it says something |
/// | `tables/RUN_ID/` | its result folder, where tables are kept |
/// | `slurm/` | what a cluster is told and what it is at (`ClusterFolder`) |
/// | `.work/` | locks, and the runs in flight |
///
/// Any number of processes may work in one folder.
struct StudyFolder: Sendable {
  let path: String
  /// The format of the files in `runs/`.
  let form: RunRow.Form

  /// Creates the folder at `path` for a study with `figures`.
  init(path: String, _ figures: FigureList) {
    form = RunRow.Form(figures)
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The file that describes the study.
  static let manifestName = "manifest.json"

  var manifest: String { path + "/" + Self.manifestName }
  var runs: String { path + "/runs" }
  var performance: String { path + "/performance" }
  var startUps: String { path + "/start-up" }
  var notices: String { path + "/notices" }
  var tables: String { path + "/tables" }
  var work: String { path + "/.work" }
  /// The progress of a current search for the best settings.
  var tuning: String { work + "/tuning" }

  func run(_ id: String) -> String { "\(runs)/\(id).csv" }
  func performance(_ id: String) -> String { "\(performance)/\(id).csv" }
  func startUp(_ id: String) -> String { "\(startUps)/\(id).csv" }
  /// The figures of the halves of a run.
  func halves(_ id: String) -> String { "\(startUps)/\(id).halves.csv" }
  func notices(_ id: String) -> String { "\(notices)/\(id).txt" }
  func tables(_ id: String) -> String { "\(tables)/\(id)" }
  func inFlight(_ id: String) -> String { "\(work)/\(id)" }

  /// Creates missing folders.
  ///
  /// - Throws: `StudyError.unwritable`, also if one of them is a symbolic link, whose target must not be modified.
  func make() throws(StudyError) {
    let folders = [runs, performance, startUps, notices, tables, work, path + "/" + ClusterFolder.name]
    if let link = folders.first(where: FileSystem.isLink) {
      let name = String(link.dropFirst(path.count + 1))
      throw .unwritable(
        path: path, reason: "`\(name)` is a symbolic link; use a real folder, or link the whole study folder"
      )
    }
    do throws(SystemFault) {
      for folder in [runs, performance, work] { try FileSystem.makeFolder(folder) }
    } catch {
      throw .unwritable(path: path, reason: error)
    }
  }

  /// Returns the finished run called `id`; nil if there is none, or one of its files is damaged.
  func row(_ id: String) -> RunRow? {
    guard let text = Self.text(run(id)), let row = RunRow(text, form, course: course(of: id)),
      row.runID == id
    else { return nil }
    return row
  }

  /// Returns the content of the files of run `id` in `start-up/`, which its checksum covers; nil if it has none.
  private func course(of id: String) -> String? {
    let texts = [Self.text(startUp(id)), Self.text(halves(id))].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined()
  }

  /// Returns the first column of the file of run `id` with a different current name; nil if there is none.
  func formerName(in id: String) -> FormerName? {
    let header = Self.text(run(id))?.prefix { $0 != "\n" }
    return header.flatMap { FormerName(among: $0.split(separator: ",").map(String.init), of: run(id)) }
  }

  /// Returns whether the finished run called `id` has a modified file.
  func isDamaged(_ id: String) -> Bool {
    FileSystem.exists(run(id)) && row(id) == nil
  }

  /// The names of the files in `runs`, without extension, in alphabetical order.
  var finished: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: runs)) ?? []
    return names.filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
  }

  /// Returns the notices of the runs `ids` about their input, without duplicates, in the order of the runs.
  func notices(of ids: some Sequence<String>) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: notices)) ?? []
    let present = Set(names)
    var seen: Set<Substring> = []
    var sentences: [String] = []
    for id in ids where present.contains(id + ".txt") {
      for line in (Self.text(notices(id)) ?? "").split(separator: "\n") where seen.insert(line).inserted {
        sentences.append(String(line))
      }
    }
    return sentences
  }

  /// Returns the content of the file at `path`; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    guard FileSystem.exists(path) else { return nil }
    return try? FileBytes(contentsOf: path).text
  }

  /// Removes the leftovers of ended processes; files being written are locked.
  func clearWork() {
    guard let folder = OpenFolder(work) else { return }
    for name in folder.names where !name.hasSuffix(".lock") && !name.hasPrefix(WrittenFiles.name) {
      folder.removeUnlocked(name)
    }
  }
}
