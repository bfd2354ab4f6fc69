import Metrics
import Tables

/// What the runs of a study took on the machines that carried them out.
enum PerformanceTable {
  static let columnNames = [
    "run_id", "wall_s", "cpu_s", "input_s", "simulation_s", "output_s", "events", "requests",
  ]

  static let header = columnNames.joined(separator: ",")

  /// The content of the file of one run.
  static func text(of runID: String, _ performance: Performance) -> String {
    var writer = CSVWriter(capacity: 1 << 10)
    for name in columnNames { writer.field(name) }
    writer.endRow()
    writer.field(runID)
    writer.field(performance.wallSeconds, decimals: 6)
    writer.field(performance.cpuSeconds, decimals: 6)
    for name in ["input", Performance.simulation, "output"] {
      writer.field(performance.phases.first { $0.name == name }?.wallSeconds, decimals: 6)
    }
    writer.field(performance.events)
    writer.field(performance.requests)
    writer.endRow()
    return writer.text
  }

  /// The row in the content of such a file; nil where it is not whole.
  static func row(_ text: String) -> String? {
    let lines = text.split(separator: "\n")
    guard text.hasSuffix("\n"), lines.count == 2, lines[0] == header else { return nil }
    let fields = lines[1].split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == columnNames.count,
      fields.dropFirst().allSatisfy({ $0.isEmpty || Double($0)?.isFinite == true })
    else { return nil }
    return String(lines[1])
  }
}
