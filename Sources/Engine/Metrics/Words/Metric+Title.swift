extension Metric {
  /// Returns the title of the figure that is called `name` in files and has the unit `unit`: `VKT saved` for
  /// `vkt_saved_km`, `Cause: no seats` for `cause.no_seats`.
  public static func title(of name: String, in unit: String) -> String {
    let parts = name.split(separator: ".", maxSplits: 1).map { words(String($0), dropping: unit) }
    return parts.joined(separator: ": ").capitalisedFirst
  }

  /// Returns the words of `name`, dropping the last if it is the unit or only states that the figure is a ratio.
  private static func words(_ name: String, dropping unit: String) -> String {
    var words = name.split(separator: "_").map { terms[String($0)] ?? String($0) }
    if words.count > 1, let last = words.last, last == unit || last == "ratio" && unit == "ratio" {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// Abbreviations with the spelling used in titles, by their spelling in names.
  private static let terms = ["vkt": "VKT", "co2": "CO₂"]
}

extension Statistic {
  /// The statistic in words: `mean`, `95 % quantile`.
  public var title: String {
    switch self {
    case .value: "value"
    case .sd: "standard deviation"
    case .min: "minimum"
    case .max: "maximum"
    case .count: "observations"
    case .mean, .median: rawValue
    case .p05, .p25, .p75, .p90, .p95, .p99: "\(rawValue.drop { $0 == "p" || $0 == "0" })\u{A0}% quantile"
    }
  }
}

extension FigureColumn {
  /// The figure in words: `Match rate`; `Wait, mean`.
  public var title: String {
    statistic == .value ? metric.title : "\(metric.title), \(statistic.title)"
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
