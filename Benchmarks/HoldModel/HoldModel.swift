import Foundation

/// Measures the event kernel against its peers in the hold model: pop, then push again, at constant size.
///
/// usage: HoldModelBenchmark [--no-simpy] [--json] [PENDING ...]   (default 1000 100000 1000000)
///
/// `--json` prints each repetition as a line of JSON instead of the table of medians.
@main
enum HoldModel {
  /// Interleaved repetitions of each measurement; odd, so that the median is one of them.
  static func repetitions(pending: Int) -> Int { pending < 1_000_000 ? 15 : 5 }
  /// SimPy, a hundred times as slow, takes part in the first of them.
  static let simPyRepetitions = 5
  static let printsJSON = CommandLine.arguments.contains("--json")

  static func main() {
    let sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    if printsJSON {
      for pending in sizes { for law in Law.allCases { measure(Workload(law: law, pending: pending)) } }
      return
    }
    print("processor ns per hold, medians of interleaved repetitions; × = kernel's time ÷ peer's")
    row([
      "pending", "increments", "kernel", "Mevents/s", "C++ ladder", "×", "std::p_q", "×", "SimPy",
      "SimPy ÷ kernel",
    ])
    for pending in sizes.isEmpty ? [1000, 100_000, 1_000_000] : sizes {
      for law in Law.allCases { measure(Workload(law: law, pending: pending)) }
      let cancel = median(
        (0..<3).map { _ in scheduleAndCancel(Workload(law: .exponential, pending: pending)) })
      print("\(pending) pending: schedule and cancel, sweeps included: \(number(cancel)) ns")
    }
  }

  private static func measure(_ workload: Workload) {
    var kernel: [Double] = []
    var ladder: [Double] = []
    var heap: [Double] = []
    var simPy: [Double] = []
    let runsSimPy = workload.pending <= 100_000 && !CommandLine.arguments.contains("--no-simpy")
    for repetition in 0..<repetitions(pending: workload.pending) {
      var outcomes = Array(repeating: Outcome(nanoseconds: 0, checksum: 0), count: 3)
      // Each is as often the first, which finds the caches as others left them.
      for turn in 0..<3 {
        switch (repetition + turn) % 3 {
        case 0: outcomes[0] = holdKernel(workload, warmup: workload.warmup, holds: workload.holds)
        case 1: outcomes[1] = holdLadder(workload)
        default: outcomes[2] = holdPriorityQueue(workload)
        }
      }
      for outcome in outcomes where outcome.checksum != outcomes[0].checksum {
        fatalError("the queues popped different sequences: \(workload.law), \(workload.pending) pending")
      }
      kernel.append(outcomes[0].nanoseconds)
      ladder.append(outcomes[1].nanoseconds)
      heap.append(outcomes[2].nanoseconds)
      if runsSimPy, repetition < simPyRepetitions, let nanoseconds = measureSimPy(workload) {
        simPy.append(nanoseconds)
      }
    }
    if printsJSON {
      let sides = [("kernel", kernel), ("ladder", ladder), ("priority_queue", heap), ("simpy", simPy)]
      for (side, times) in sides { printSamples(side, times, workload) }
      return
    }
    let own = median(kernel)
    let other = simPy.isEmpty ? (runsSimPy ? "missing" : "not run") : number(median(simPy), digits: 0)
    row([
      "\(workload.pending)", workload.law.rawValue, number(own), number(1000 / own),
      number(median(ladder)), number(own / median(ladder), digits: 2),
      number(median(heap)), number(own / median(heap), digits: 2),
      other, Double(other).map { number($0 / own, digits: 0) } ?? "",
    ])
  }

  private static func printSamples(_ side: String, _ times: [Double], _ workload: Workload) {
    for (repetition, nanoseconds) in times.enumerated() {
      print(
        "{\"side\": \"\(side)\", \"increments\": \"\(workload.law.rawValue)\", \"pending\": \(workload.pending),"
          + " \"repetition\": \(repetition), \"nanoseconds\": \(nanoseconds)}")
    }
  }

  /// SimPy's nanoseconds, after its first pops have been compared with the kernel's; nil where it is missing.
  private static func measureSimPy(_ workload: Workload) -> Double? {
    let checked = 50_000
    guard let outcome = holdSimPy(workload, checked: checked) else { return nil }
    guard outcome.checksum == holdKernel(workload, warmup: checked, holds: 0).checksum else {
      fatalError("SimPy popped a different sequence: \(workload.law), \(workload.pending) pending")
    }
    return outcome.nanoseconds
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func number(_ value: Double, digits: Int = 1) -> String {
    String(format: "%.\(digits)f", value)
  }

  private static func row(_ cells: [String]) {
    let widths = [8, 12, 7, 10, 11, 5, 9, 5, 8, 15]
    let padded = zip(cells, widths).map { cell, width in
      String(repeating: " ", count: max(0, width - cell.count)) + cell
    }
    print(padded.joined(separator: " "))
  }
}
