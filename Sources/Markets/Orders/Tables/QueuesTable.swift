import Metrics
import Quantities
import Scenario
import Tables

/// The queue before a station at the end of an interval.
struct QueueRow {
  let run: OrdersRun
  /// The station, as an index in the line.
  let station: Int
  let from, to: Milliseconds
  let waiting: Int64

  /// Returns the rows of `run`, station by station, as many for each as the time series has.
  static func all(of run: OrdersRun) -> [QueueRow] {
    let length = run.input.scenario.results.interval.rawValue
    let count = max(0, run.records.end.rawValue / length) + 1
    return run.records.stations.indices.flatMap { station in
      let tally = run.records.stations[station]
      return (0..<Int(count)).map { place in
        let from = Int64(place) * length
        // The last interval contains the end of the run, and the units waiting then.
        let waiting = place < tally.queue.count ? tally.queue[place] : tally.waiting
        return QueueRow(
          run: run, station: station, from: Milliseconds(from), to: Milliseconds(from + length),
          waiting: waiting)
      }
    }
  }
}

extension OrdersTable {
  /// A row per station and interval (`--record queues`).
  static let queues = Table<QueueRow>(
    "queues", "A row per station and interval of the time series, with the queue (on request).",
    key: ["station", "from_s"], constant: .runID,
    columns: [
      .count("station", "The position in the line, from 1.") { $0.station + 1 },
      .text("name", "The name.") { $0.run.world.stations[$0.station].name },
      .from { $0.from }, .to { $0.to },
      .count(
        "waiting",
        "Units that wait just before to_s: cards, or orders at a station that serves orders as a whole."
      ) { $0.waiting },
    ])
}
