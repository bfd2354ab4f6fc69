import Foundation
import Glibc
public import JSON5
import Metrics
import Packs
import Quantities
import Quoting
import Scenario
import Tables

/// The progress of a study, read from its folders: on one machine, in shards, or on a cluster.
///
///     let status = try StudyStatus(["Results/radius"])
///     status.finished                    // 439, of status.total
///
/// Reads only indexes and the names of files of earlier versions, never rows, which takes milliseconds for a study
/// with a million runs. Nothing is changed.
public struct StudyStatus: Sendable {
  /// The study's name.
  public var name: String
  /// The first of the folders.
  public var folder: String
  /// The expected number of runs at the end; a minimum if `isOpen`, a maximum during a `tuning`.
  public var total: Int
  /// The progress of a search for the best settings; nil for other studies, and after its end.
  public var tuning: TuningProgress?
  /// Whether the number of replications depends on results.
  public var isOpen: Bool
  public var finished: Int
  /// The number of runs being executed, or left unfinished by killed processes.
  public var inHand: Int
  public var pace: Pace?
  /// The shards on a cluster, or one for each folder given.
  public var shards: [ShardStatus]
  /// The cluster jobs; nil if the study does not run on a cluster.
  public var jobs: ClusterJobs?
  /// The state of the merging job, as named by Slurm; nil if it has ended, or Slurm cannot be queried.
  public var mergeState: String?

  /// The recent rate of finished runs.
  public struct Pace: Equatable, Sendable {
    public var runsPerSecond: Double
    /// The length of the observed period, in seconds.
    public var seconds: Double
  }

  /// The maximum length of the observed period, in seconds.
  static let longestLook = 600.0

  /// Whether every run is finished.
  public var isComplete: Bool { !isOpen && tuning == nil && finished >= total }

  /// The estimated remaining time at the recent rate, in seconds; nil if no run finished recently, or no run remains.
  public var secondsLeft: Double? {
    guard finished < total, let pace, pace.runsPerSecond > 0 else { return nil }
    return Double(total - finished) / pace.runsPerSecond
  }

  /// Reads the study in `paths`: its own folder, or those of its shards.
  ///
  /// - Precondition: there is at least one.
  /// - Throws: `StudyError` if a folder contains no study, or a different one from the first folder.
  public init(_ paths: [String], queue: SlurmQueue = SlurmQueue()) throws(StudyError) {
    let cluster = ClusterFolder(study: paths[0])
    let jobs = paths.count == 1 ? ClusterJobs(in: cluster) : nil
    let shardFolders = jobs == nil ? [] : cluster.begun
    let merge = try StudyMerge(paths)
    let manifest = merge.manifest
    let rule = ReplicationRule(manifest.plan, manifest.figures)
    name = merge.name
    folder = paths[0]
    isOpen = rule.isOpen
    self.jobs = jobs
    var files = FinishedFiles()
    var own: [(path: String, count: Int)] = []
    for path in paths { own.append((path, files.add(path))) }
    var begun: [String: Int] = [:]
    for path in shardFolders { begun[path] = files.add(path) }
    finished = files.count
    tuning =
      paths.count == 1 ? StudyFolder.text(paths[0] + "/.work/tuning").flatMap { TuningProgress($0) } : nil
    total = max(finished, tuning?.budget ?? manifest.points.count * rule.least)
    inHand = (paths + shardFolders).reduce(0) { $0 + Self.claims($1) }
    pace = files.pace(now: Date().timeIntervalSince1970)
    guard let jobs else {
      shards = own.map { ShardStatus(folder: $0.path, finished: $0.count) }
      return
    }
    let queued = queue.states(of: jobs)
    mergeState = queued?[0]
    let (least, isComplete) = (manifest.points.count * rule.least, !rule.isOpen && finished >= total)
    shards = (1...jobs.shards).map { number in
      let path = cluster.shard(number)
      var shard = ShardStatus(folder: path, finished: begun[path] ?? 0)
      shard.number = number
      // The numbers of runs per shard differ by at most one.
      shard.total = rule.isOpen ? nil : (least - number + jobs.shards) / jobs.shards
      shard.log = cluster.log(number)
      shard.read(StudyFolder.text(cluster.state(number)), queued: queued.map { $0[number] })
      if isComplete { shard.state = .finished }
      return shard
    }
  }

  /// Returns the number of runs being executed in the folder at `path`.
  private static func claims(_ path: String) -> Int {
    RangeLock.count(path + "/.work/study.lock", from: RunClaim.firstPlace)
  }
}

/// The finished runs in several folders.
private struct FinishedFiles: ~Copyable {
  private var census = PackCensus()

  var count: Int { census.count }

  /// Adds the runs of the study at `path`, and returns their number.
  mutating func add(_ path: String) -> Int {
    let folder = path + "/runs"
    // Files of earlier versions.
    let former = (OpenFolder(folder)?.names ?? []).filter { $0.hasSuffix(".csv") }.compactMap { name in
      StudyPacks.number(of: String(name.dropLast(4))).map {
        ($0, FormerRuns.time(ofFile: folder + "/" + name))
      }
    }
    return census.add(folder, ending: StudyPacks.runsEnding, more: former)
  }

  /// Returns the rate over the last minutes; nil if there are no runs.
  func pace(now: Double) -> StudyStatus.Pace? {
    guard let oldest = census.oldest else { return nil }
    let look = max(1, min(StudyStatus.longestLook, now - Double(oldest)))
    let recent = census.count(since: now - look)
    return StudyStatus.Pace(runsPerSecond: Double(recent) / look, seconds: look)
  }
}

extension StudyStatus {
  /// The maximum number of problematic shards listed.
  private static let mostNamed = 10

  /// The status as lines for a terminal, each ended by a line feed.
  public var text: String {
    var lines = [("study", "\(name) in \(folder)")]
    let share = total > 0 ? Double(finished) / Double(total) : 1
    lines.append(
      (
        "finished",
        SummaryText.share(
          share, of: total, isOpen ? "runs, or more" : tuning == nil ? "runs" : "runs at most")
      ))
    if let tuning {
      let after = tuning.rounds > 0 ? ", after \(Words.plural(tuning.rounds, "round"))" : ""
      lines.append(
        ("undecided", "\(Words.grouped(tuning.undecided)) of \(Words.grouped(tuning.points)) points\(after)"))
      if let leader = tuning.leader { lines.append(("ahead", "\(leader.setting), \(leader.objective)")) }
    }
    if let words = shardWords { lines.append(("shards", words)) }
    if !isComplete {
      if inHand > 0 { lines.append(("in hand", "\(Words.grouped(inHand)) runs")) }
      lines.append(("pace", paceWords))
      if let secondsLeft {
        let span = Words.span(min(secondsLeft, 1e9).rounded(.up)).replacingScalars(["\u{A0}": " "])
        lines.append(("left", (isOpen ? "at least " : tuning == nil ? "about " : "at most ") + span))
      }
    }
    if let merge = mergeState { lines.append(("merge", "\(merge.lowercased()), job \(jobs?.merge ?? "")")) }
    lines += unwell
    return lines.map { $0.0.padding(to: 13) + $0.1 + "\n" }.joined()
  }

  private var shardWords: String? {
    guard jobs != nil else { return shards.count > 1 ? "\(shards.count) folders" : nil }
    let counts = ShardStatus.State.allCases.map { state in (state, shards.count { $0.state == state }) }
    let words = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    return "\(shards.count): \(words.joined(separator: ", "))"
  }

  private var paceWords: String {
    guard let pace, pace.runsPerSecond > 0 else {
      return finished == 0
        ? "no run is finished yet" : "nothing was finished in the last \(Int(Self.longestLook / 60)) minutes"
    }
    let digits = pace.runsPerSecond < 10 ? 2 : 0
    let span = Words.span(pace.seconds.rounded()).replacingScalars(["\u{A0}": " "])
    return "\(Words.fixed(pace.runsPerSecond, digits)) runs/s over the last \(span)"
  }

  /// The lines about shards that need attention.
  private var unwell: [(String, String)] {
    let named = shards.filter { $0.state == .failed || $0.state == .stopped }
    guard !named.isEmpty else { return [] }
    let lines = named.prefix(Self.mostNamed).map { shard in
      let end =
        shard.exitCode.map { "with exit code \($0)" }
        ?? "before its end (cancelled, out of time, or its node was lost)"
      return (
        shard.state?.rawValue ?? "", "shard \(shard.number ?? 0) \(end): see \(shard.log ?? shard.folder)"
      )
    }
    let more = named.count - lines.count
    let rest = more > 0 ? [("", "and \(more) more")] : []
    return lines + rest + [
      ("then", "run the same `detour sweep … --slurm` again to continue with the missing runs")
    ]
  }

  /// The status as JSON.
  public var json: JSON {
    [
      "study": .text(name), "folder": .text(folder), "total": .integer(total),
      "is_open": .boolean(isOpen), "finished": .integer(finished),
      "in_hand": .integer(inHand), "complete": .boolean(isComplete),
      "tuning": tuning?.json ?? .null,
      "runs_per_s": .number(pace?.runsPerSecond), "left_s": .number(secondsLeft),
      "array_job": .text(jobs?.array), "merge_job": .text(jobs?.merge),
      "merge_state": .text(mergeState),
      "shards": .list(
        shards.map { shard in
          [
            "shard": .integer(shard.number), "folder": .text(shard.folder),
            "finished": .integer(shard.finished), "total": .integer(shard.total),
            "state": .text(shard.state?.rawValue), "exit_code": .integer(shard.exitCode),
            "host": .text(shard.host), "log": .text(shard.log),
          ]
        }),
    ]
  }
}

extension String {
  /// Returns the text padded with spaces to `width` characters.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
