public import JSON5
public import Quantities
import Tables

/// Readable forms of figures: the same on a terminal, on a page and in a notebook.
extension FigureColumn {
  /// Whether the figure is shown in per cent.
  public var isShare: Bool { metric.isShare && statistic != .count }

  /// Returns `value`, in the figure's unit, as text: `43.9 %`, `3 min 29 s`, `2,954 km`, `1.17`.
  public func words(_ value: Double) -> String {
    if isShare { return Words.tenths(ofPercent: value) }
    return switch unit {
    case .seconds: value.magnitude < 10 ? "\(Words.fixed(value, 1))\u{A0}s" : Words.span(value)
    case .metres: "\(Words.grouped(value, decimals: 0))\u{A0}m"
    case .kilometres: "\(Words.grouped(value, decimals: 1))\u{A0}km"
    case .kilograms: "\(Words.grouped(value, decimals: 1))\u{A0}kg"
    case .ratio, .currency: Words.grouped(value, decimals: 2)
    case .count: Words.grouped(value, decimals: value == value.rounded() ? 0 : 1)
    default: Words.grouped(value, decimals: unit.decimals) + (unit == .none ? "" : "\u{A0}\(unit.rawValue)")
    }
  }

  /// The unit shown beside the figure's name, for a column or an axis with one unit; empty if there is none.
  public var unitBesideName: String {
    if isShare { return "%" }
    return switch unit {
    case .ratio, .count, .none: ""
    default: unit.rawValue
    }
  }

  /// The factor applied to values in a column headed by the figure's name and unit.
  public var scaleInColumn: Double { isShare ? 100 : 1 }

  /// The number of decimals of a mean and its half-width in a column headed by the figure's name and unit.
  public var decimalsInColumn: Int {
    if isShare { return 1 }
    return switch unit {
    case .ratio: 3
    case .metres: 0
    case .currency: 2
    default: 1
    }
  }

  /// The unit of a difference between two values of the figure: percentage points for a share.
  public var unitOfDifference: String { isShare ? "points" : unitBesideName }

  /// Returns differences of values followed by their unit: `-4.4 s`; `0.21 … 0.58 points` for a share.
  public func difference(_ values: Double...) -> String {
    let unit = unitOfDifference
    let texts = values.map { Words.fixed($0 * scaleInColumn, isShare ? 2 : decimalsInColumn) }
    return texts.joined(separator: " … ") + (unit.isEmpty ? "" : "\u{A0}" + unit)
  }

  /// Returns a mean and its half-width without the unit, as in a column that states it: `43.9 ± 0.6`; the mean alone if
  /// the half-width is nil.
  public func measured(_ mean: Double, half: Double?) -> String {
    let texts = [mean, half].compactMap { $0.map { Words.fixed($0 * scaleInColumn, decimalsInColumn) } }
    return texts.joined(separator: " ± ")
  }
}

extension StartUp {
  /// Returns the result of MSER-5, and the adequacy of a warm-up of `warmUp`, as one line; nil if there is nothing to
  /// report. `place` is the location to be named in the line, with a leading space.
  public func words(warmUp: Milliseconds, place: String = "") -> String? {
    guard truncation != nil else { return nil }
    let whole = Self.seconds(period)
    guard let deleted else {
      return "MSER-5 shows no steady state in \(whole) s\(place): run longer (time.duration_s)"
    }
    let verdict = warmUp >= deleted ? "long enough" : "too short"
    let part = deleted > .zero ? Self.seconds(deleted) : "nothing"
    return
      "MSER-5 deletes \(part) of \(whole) s\(place) · warm_up_s \(Self.seconds(warmUp)): \(verdict)"
  }

  /// Returns the result of MSER-5, and the adequacy of a warm-up of `warmUp`, as JSON.
  public func json(warmUp: Milliseconds) -> JSON {
    [
      "method": .text("MSER-5"), "series": .text("matches"),
      "period_s": .rounded(period.seconds, decimals: 3),
      "deleted_s": deleted.map { .rounded($0.seconds, decimals: 3) } ?? .null,
      "warm_up_s": .rounded(warmUp.seconds, decimals: 3),
    ]
  }

  /// Returns `time` in seconds: integers with thousands separators, or tenths for short times.
  private static func seconds(_ time: Milliseconds) -> String {
    let isWhole = time.rawValue.isMultiple(of: 1000) || time.rawValue >= 100_000
    return isWhole
      ? Words.grouped(Int(time.seconds.rounded())) : Words.fixed(time.seconds, 1)
  }
}
