import Foundation

/// Numbers in a readable format. `\u{A0}` is the no-break space between a number and its unit.
public enum Words {
  /// Returns `value` with `decimals` digits after the point, without a negative zero.
  public static func fixed(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return text.hasPrefix("-") && !text.contains { "123456789".contains($0) }
      ? String(text.dropFirst()) : text
  }

  /// Returns a share as a percentage: `95 %`, `97.5 %`.
  public static func percent(_ share: Double) -> String {
    String(format: "%g %%", (share * 1000).rounded() / 10)
  }

  /// Returns a share as a percentage with one decimal: `62.0 %`.
  public static func tenths(ofPercent share: Double) -> String { fixed(100 * share, 1) + "\u{A0}%" }

  /// Returns an integer with thousands separators: `12,034`.
  public static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Returns a number with thousands separators; numbers of 1,000 or more have no decimals.
  public static func grouped(_ value: Double, decimals: Int) -> String {
    value.magnitude < 1000 || value.magnitude > 1e15 ? fixed(value, decimals) : grouped(Int(value.rounded()))
  }

  /// Returns a count with its noun: `1 driver`, `12,034 drivers`.
  public static func plural(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns a number in short form: `840`, `12 k`, `1.2 M`.
  public static func short(_ value: Double) -> String {
    if value >= 1e6 { return "\((value / 1e5).rounded() / 10) M" }
    if value >= 1e3 { return "\(Int(value / 1e3)) k" }
    return "\(Int(value))"
  }

  /// Returns `text` shortened to `width` characters, with an ellipsis if anything was cut.
  public static func shortened(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}

extension Words {
  /// Returns a duration: `42 s`, `6 min 12 s`, `2 h 05 min`.
  public static func span(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e15 else { return "\(fixed(seconds, 0)) s" }
    let whole = Int(seconds.rounded())
    let sign = whole < 0 ? "-" : ""
    let value = Int(whole.magnitude)
    if value < 60 { return "\(sign)\(value)\u{A0}s" }
    if value < 3600 { return "\(sign)\(value / 60)\u{A0}min\u{A0}\(two(value % 60))\u{A0}s" }
    return "\(sign)\(grouped(value / 3600))\u{A0}h\u{A0}\(two(value / 60 % 60))\u{A0}min"
  }

  /// Returns a duration in minutes and seconds, however long: `75 min 5 s`.
  public static func minutes(_ span: Milliseconds) -> String {
    let seconds = Int64(span.seconds.rounded())
    let size = seconds.magnitude
    let sign = seconds < 0 ? "−" : ""
    return size < 60 ? "\(sign)\(size) s" : "\(sign)\(size / 60) min \(size % 60) s"
  }

  /// Returns a time as hours, minutes and seconds since the run's start: `7:05:09`.
  public static func clock(_ time: Milliseconds) -> String {
    let seconds = Int(time.seconds.rounded())
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  /// Returns a length: `850 m`, `12.5 km`.
  public static func length(_ metres: Metres) -> String {
    metres >= 10_000 ? "\((metres / 100).rounded() / 10) km" : "\(Int(metres.rounded())) m"
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
