import Matching

/// The meetings of drivers and passengers, in the order of offers; not recorded if nobody walks.
struct MeetingRecords {
  private(set) var list: [Meeting]?

  init(passengersWalk: Bool) { list = passengersWalk ? [] : nil }

  /// Adds the meeting for an offer.
  ///
  /// - Returns: The index of the meeting, as used in records; -1 if nobody walks.
  mutating func add(_ meeting: @autoclosure () -> Meeting) -> Int32 {
    guard let count = list?.count else { return -1 }
    list?.append(meeting())
    return Int32(count)
  }

  /// The meeting with index `place`; nil for -1.
  subscript(place: Int32) -> Meeting? { place < 0 ? nil : list?[Int(place)] }
}
