public import JSON5
public import Quantities

extension StartUp {
  /// The verdict of MSER-5, and whether a warm-up of `warmUp` is long enough for it, in a line; nil where there is nothing
  /// to say. `place` is where it was found, behind a blank.
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

  /// The same for programs.
  public func json(warmUp: Milliseconds) -> JSON {
    [
      "method": .text("MSER-5"), "series": .text("matches"),
      "period_s": .rounded(period.seconds, decimals: 3),
      "deleted_s": deleted.map { .rounded($0.seconds, decimals: 3) } ?? .null,
      "warm_up_s": .rounded(warmUp.seconds, decimals: 3),
    ]
  }

  /// Whole seconds, with commas; tenths of a short time.
  private static func seconds(_ time: Milliseconds) -> String {
    let isWhole = time.rawValue.isMultiple(of: 1000) || time.rawValue >= 100_000
    return isWhole
      ? Words.grouped(Int(time.seconds.rounded())) : Words.fixed(time.seconds, 1)
  }
}
