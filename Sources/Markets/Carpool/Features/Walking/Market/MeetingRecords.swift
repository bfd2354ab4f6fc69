import Matching

/// The meetings of drivers and passengers, in the order of the offers; not recorded if nobody walks.
struct MeetingRecords {
  private(set) var list: [Meeting]?

  init(passengersWalk: Bool) { list = passengersWalk ? [] : nil }

  /// Adds the meeting of an offer.
  ///
  /// - Returns: its index, as used in records; -1 if nobody walks.
  mutating func add(_ meeting: @autoclosure () -> Meeting) -> Int32 {
    guard let count = list?.count else { return -1 }
    list?.append(meeting())
    return Int32(count)
  }

  /// The meeting with index `place`; nil for -1.
  subscript(place: Int32) -> Meeting? { place < 0 ? nil : list?[Int(place)] }
}
