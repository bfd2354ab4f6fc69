import Foundation
import Market

extension SummaryText {
  /// A bar of 20 cells of which `share` is filled, to an eighth of a cell.
  static func bar(_ share: Double) -> String {
    let cells = 20
    let eighths = Int((min(1, max(0, share)) * Double(8 * cells)).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let filled = String(repeating: "█", count: eighths / 8) + partial
    return filled + String(repeating: "░", count: cells - filled.count)
  }

  /// A share in per cent with one decimal: `62.4 %`.
  static func percent(_ share: Double) -> String { fixed(100 * share, 1) + "\u{A0}%" }

  /// `value` with `decimals` digits after the mark; never a negative zero.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return text.hasPrefix("-") && !text.contains { "123456789".contains($0) }
      ? String(text.dropFirst()) : text
  }

  /// An integer with commas between thousands: `12,034`.
  static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A number with commas between thousands; from 1,000 on without decimals.
  static func grouped(_ value: Double, decimals: Int) -> String {
    value.magnitude < 1000 || value.magnitude > 1e15 ? fixed(value, decimals) : grouped(Int(value.rounded()))
  }

  /// `1 driver`, `12,034 drivers`.
  static func plural(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A span of time as people say it: `42 s`, `6 min 12 s`, `2 h 05 min`.
  static func span(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e15 else { return "\(fixed(seconds, 0)) s" }
    let whole = Int(seconds.rounded())
    let sign = whole < 0 ? "-" : ""
    let value = Int(whole.magnitude)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    if value < 60 { return "\(sign)\(value)\u{A0}s" }
    if value < 3600 { return "\(sign)\(value / 60)\u{A0}min\u{A0}\(two(value % 60))\u{A0}s" }
    return "\(sign)\(grouped(value / 3600))\u{A0}h\u{A0}\(two(value / 60 % 60))\u{A0}min"
  }

  /// A cause in words: its name without underscores.
  static func words(_ cause: Cause) -> String { cause.rawValue.replacing("_", with: " ") }
}

extension DataDictionary {
  /// `text` cut to `width` characters, with an ellipsis where it was cut.
  static func shortened(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}
