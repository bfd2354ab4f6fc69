import Travellers

extension SummaryText {
  /// A bar of 20 cells of which `share` is filled, to an eighth of a cell.
  static func bar(_ share: Double) -> String {
    let cells = 20
    let eighths = Int((min(1, max(0, share)) * Double(8 * cells)).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let filled = String(repeating: "█", count: eighths / 8) + partial
    return filled + String(repeating: "░", count: cells - filled.count)
  }

  /// A cause in words: its name without underscores.
  static func words(_ cause: Cause) -> String { cause.rawValue.replacing("_", with: " ") }
}
