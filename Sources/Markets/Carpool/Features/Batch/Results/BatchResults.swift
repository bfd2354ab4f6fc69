import CarpoolScenario
import JSON5
import Matching
public import Metrics
import Models
import Quantities
import Scenario
public import Simulation
import Statistics
import Synthesis
public import Tables
import Travellers

extension Metric.Population {
  static let pairs = Self(
    "pairs", "Pairs that windows made, over the whole run; only with `matching.batch.commit` `latest`.")
}

extension Metric {
  public static let requestsPerWindow = Metric(
    "requests_per_window", .ratio, over: .windows, isDistribution: true, isShare: false,
    "Requests decided together per window with a request, over the whole run.")

  public static let pairsPerAttempt = Metric(
    "pairs_per_attempt", .ratio, over: .decisions, isShare: false,
    "Candidates of the policy ÷ attempts, over the whole run; under `insertion`, the candidates are all drivers into whose plan "
      + "the request fits.")

  public static let blockingPairs = Metric(
    "blocking_pairs_per_attempt", .ratio, over: .decisions, better: .lowerIsBetter, isShare: false,
    "Blocking pairs ÷ attempts. A blocking pair is a passenger and a driver decided together who would both have preferred each "
      + "other; for a request decided alone, it is a candidate that the passenger would have preferred. Ties do not block.",
    elsewhere: "Wang, Agatz and Erera (doi:10.1287/trsc.2017.0768) count them per window.")

  public static let provisionalPairs = Metric(
    "provisional_pairs", .count, over: .pairs, "Provisional pairs formed by windows before binding.")

  public static let provisionalBroken = Metric(
    "provisional_broken_ratio", .ratio, over: .pairs,
    "Pairs that a later window replaced or dissolved ÷ provisional_pairs.")
}

extension CarpoolFigure {
  static let ofBatch = [
    Self(.requestsPerWindow, .sample { $0.batch?.windows.map { Double($0.requests) } ?? [] }),
    Self(.pairsPerAttempt, .number { $0.batch.flatMap { RunTotals.share($0.pairs, of: $0.decided) } }),
    Self(.blockingPairs, .number { $0.batch.flatMap { RunTotals.share($0.blockingPairs, of: $0.decided) } }),
  ]

  static let ofProvisional = [
    Self(.provisionalPairs, .number { $0.provisional.map { Double($0.count) } }),
    Self(
      .provisionalBroken,
      .number { totals in
        totals.provisional.flatMap { pairs in
          RunTotals.share(pairs.count { $0.fate == .replaced || $0.fate == .dissolved }, of: pairs.count)
        }
      }),
  ]
}

extension Explanation {
  /// The facts on the window in which `attempt` was decided with other requests; empty if it was decided alone.
  func window(of attempt: AttemptRecord) -> [AccountFact] {
    guard !input.isProbe, let batch = records.batch,
      let window = batch.windows.first(where: { $0.time == attempt.time })
    else { return [] }
    let rules = world.scenario.matching.batch ?? BatchRules()
    let others = window.requests - 1
    var line =
      "  decided at the end of a window of \(Words.minutes(rules.window)), with \(Words.plural(others, "other request")):"
      + " \(Words.plural(window.pairs, "pair")) could be made with \(Words.plural(window.drivers, "driver")),"
      + " \(window.found) were"
    if attempt.driver == .none, attempt.cause == .unassigned {
      line += "; each candidate driver was worth more to another request, or cost too much"
    }
    return [
      AccountFact(
        "window",
        .object([
          .init("window_s", .number(rules.window.seconds)),
          .init("requests", .integer(Int128(window.requests))),
          .init("drivers", .integer(Int128(window.drivers))), .init("pairs", .integer(Int128(window.pairs))),
          .init("found", .integer(Int128(window.found))),
        ]), [line])
    ]
  }

  /// The facts on the drivers provisionally paired with the passenger; empty if pairs bind immediately.
  var provisional: [AccountFact] {
    let pairs = (records.provisional ?? []).filter { $0.request == request }
    guard let last = pairs.last else { return [] }
    let drivers = pairs.map { "driver \(name(ofDriver: $0.driver)) from \(clock($0.from))" }
    return [
      AccountFact(
        "provisional",
        .list(
          pairs.map { pair in
            .object([
              .init("driver", .text(id(pair.driver))), .init("from_s", .number(pair.from.seconds)),
              .init("until_s", RequestAccount.seconds(pair.until)),
              .init("windows", .integer(Int128(pair.windows))), .init("cost", .integer(Int128(pair.cost))),
              .init("fate", .text(pair.fate.rawValue)),
            ])
          }), ["paired with " + drivers.joined(separator: ", then with ") + "; " + end(of: last)])
    ]
  }

  private func end(of pair: ProvisionalRecord) -> String {
    let time = clock(pair.until)
    return switch pair.fate {
    case .final: "final at \(time): at the end of the next window it would have been too late to ask"
    case .replaced, .dissolved: "without a driver again from \(time)"
    case .withdrawn: "left at \(time), before it was final"
    case .open: "not final when the run was cut off"
    }
  }
}

/// A passenger and a driver who were paired provisionally.
public struct ProvisionalRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let record: ProvisionalRecord
}

extension CarpoolTable {
  /// One row per provisional pair.
  public static let provisional = Table<ProvisionalRow>(
    "provisional",
    "A row per pair of a passenger and a driver in consecutive windows; only in scenarios with"
      + " `matching.batch.commit` `latest`.",
    key: ["request_id", "from_s"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.record.request },
      .driver("driver_id", "The driver with whom it was paired.") { $0.record.driver },
      .seconds("from_s", "The end of the first window that paired them.") { $0.record.from },
      .seconds(
        "until_s", "The time at which the pair was bound or dissolved; empty if the run was cut off before."
      ) {
        $0.record.until.ifEver
      },
      .count("windows", "The number of consecutive windows that paired them.") { $0.record.windows },
      .cost("cost", "Weighted cost of the pair as of the first window; lower is better.") { $0.record.cost },
      .word("fate", "The fate of the pair; see the list of provisional fates.") { $0.record.fate },
    ])
}

extension CarpoolTable {
  /// One row per window with at least one request.
  public static let windows = Table<WindowRecord>(
    "windows",
    "A row per window with a request; only in scenarios with `matching.batch`; empty if each request is"
      + " decided at once.",
    key: ["time_s"], constant: .runID,
    columns: [
      .time("The end of the window, when it was decided.") { $0.time },
      .count("requests", "Requests decided, excluding probes and passengers who had left before.") {
        $0.requests
      },
      .count("drivers", "Drivers who were candidates for at least one of them.") { $0.drivers },
      .count("pairs", "Pairs of a request and a candidate driver.") { $0.pairs },
      .count("found", "Requests for which a driver was found for the whole trip and asked.") { $0.found },
      .count(
        "blocking_pairs",
        "Pairs of a passenger and a driver who would both have preferred each other to the decision: the passenger by the time to "
          + "the pickup and the wishes met, the driver by the detour."
      ) { $0.blockingPairs },
    ])
}

extension Feature<CarpoolRun> {
  /// The joint-decision feature, with its tables and figures.
  static var batch: Self {
    Feature(
      ["matching", "batch"], isPart: { $0.records.batch != nil },
      tables: [RunTable("windows", CarpoolTable.windows) { $0.records.batch?.windows ?? [] }],
      extras: CarpoolRun.extras(CarpoolFigure.ofBatch, causes: [.unassigned]),
      summary: { _, figures in
        [
          Placed(.init("together", figures.together), after: "attempts"),
          Placed(.init("blocking", figures.blocking), after: "attempts"),
        ]
      })
  }

  /// The provisional-pair feature, with its table and figures.
  static var provisional: Self {
    Feature(
      ["matching", "batch", "commit"], isPart: { $0.records.provisional != nil },
      tables: [
        RunTable("provisional", CarpoolTable.provisional) { run, source in
          let pairs = run.records.provisional ?? []
          return run.order(of: pairs, by: \.request).lazy.map {
            ProvisionalRow(source: source, record: pairs[$0])
          }
        }
      ], extras: CarpoolFigure.ofProvisional)
  }
}

extension Figures {
  fileprivate var together: String? {
    guard let mean = self[.requestsPerWindow, .mean], let windows = self[.requestsPerWindow, .count],
      let most = self[.requestsPerWindow, .max]
    else { return nil }
    return SummaryText.joined([
      "\(Words.fixed(mean, 2)) requests per window", "at most \(Int(most))",
      "\(Words.plural(Int(windows), "window")) with requests",
    ])
  }

  fileprivate var blocking: String? {
    guard let blocking = self[.blockingPairs], let pairs = self[.pairsPerAttempt] else { return nil }
    return SummaryText.joined([
      "\(Words.fixed(blocking, 3)) blocking pairs per attempt",
      "of \(Words.fixed(pairs, 2)) pairs that could be made",
    ])
  }
}
