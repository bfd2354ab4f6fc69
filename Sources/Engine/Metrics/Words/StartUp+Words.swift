public import JSON5
public import Quantities

extension StartUp {
  /// Returns the result of MSER-5, and the adequacy of a warm-up of `warmUp`, as one line; nil if there is nothing
  /// to report. `place` is the location, preceded by a blank.
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

  /// Returns the same as JSON.
  public func json(warmUp: Milliseconds) -> JSON {
    [
      "method": .text("MSER-5"), "series": .text("matches"),
      "period_s": .rounded(period.seconds, decimals: 3),
      "deleted_s": deleted.map { .rounded($0.seconds, decimals: 3) } ?? .null,
      "warm_up_s": .rounded(warmUp.seconds, decimals: 3),
    ]
  }

  /// Returns whole seconds with thousands separators; tenths for short times.
  private static func seconds(_ time: Milliseconds) -> String {
    let isWhole = time.rawValue.isMultiple(of: 1000) || time.rawValue >= 100_000
    return isWhole
      ? Words.grouped(Int(time.seconds.rounded())) : Words.fixed(time.seconds, 1)
  }
}
