/// A date and time with the offset from UTC that its text gives.
public struct OffsetDateTime: Hashable, Sendable {
  /// The date and time as written, local to `offset`.
  public var local: LocalDateTime
  /// Seconds ahead of UTC; nil if the text gives none.
  public var offset: Int64?

  /// Parses `2008-05-22T07:30:00`, with `Z`, `+02:00`, `+0200` or `+02` behind it if it has an offset.
  ///
  /// Returns nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    if let time = LocalDateTime(text) {
      self.local = time
      return
    }
    if bytes.last == UInt8(ascii: "Z") || bytes.last == UInt8(ascii: "z") {
      guard let time = Self.time(bytes.dropLast()) else { return nil }
      (local, offset) = (time, 0)
      return
    }
    // A date has signs of its own before the place at which an offset can begin.
    guard let sign = bytes.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
      sign >= 16,
      let time = Self.time(bytes[..<sign]), let span = Self.span(bytes[(sign + 1)...])
    else { return nil }
    local = time
    offset = bytes[sign] == UInt8(ascii: "-") ? -span : span
  }

  private static func time(_ bytes: ArraySlice<UInt8>) -> LocalDateTime? {
    let isSpaced = bytes.last == UInt8(ascii: " ")
    return LocalDateTime(String(decoding: isSpaced ? bytes.dropLast() : bytes, as: UTF8.self))
  }

  /// The seconds that `02:00`, `0200` or `02` mean.
  private static func span(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var digits = Array(bytes)
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    let numbers = digits.map { Int64($0 - 48) }
    let hours = 10 * numbers[0] + numbers[1]
    let minutes = numbers.count == 4 ? 10 * numbers[2] + numbers[3] : 0
    return hours <= 18 && minutes < 60 ? 3_600 * hours + 60 * minutes : nil
  }

  /// `+02:00` for 7,200 seconds.
  public static func text(of offset: Int64) -> String {
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = offset.magnitude / 60
    return (offset < 0 ? "-" : "+") + padded(Int64(minutes / 60)) + ":" + padded(Int64(minutes % 60))
  }
}
