public import JSON5
import Metrics
import Quantities
import Quoting

extension StudyStatus {
  /// The maximum number of problematic shards listed.
  private static let mostNamed = 10

  /// The lines for a terminal, each ended by a line feed.
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
    return lines + rest + [("then", "the same `detour sweep … --slurm` again goes on with what is missing")]
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
  /// Returns the text padded with blanks to `width` characters.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
