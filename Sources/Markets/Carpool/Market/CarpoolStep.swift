import Quantities
import Travellers

/// A step of a driver or passenger besides those every market has.
///
/// It takes one word, since hundreds of thousands of events may be pending.
struct CarpoolStep: BitwiseCopyable, Sendable {
  private let code: Int32

  /// The kind of a step.
  enum Kind: Int32 {
    /// The driver departs, makes the next stop, or arrives.
    case drive
    /// The driver becomes visible to the matcher.
    case announce
    /// The trip of the driver appears on the board.
    case publish
    /// The driver cancels the published trip.
    case callOff
    /// The driver's phone goes offline or online.
    case phone
    /// The passenger stops watching for new trips.
    case giveUp
    /// The passenger, who planned ahead, leaves.
    case leave
    /// The second driver of a passenger who transfers cancels.
    case cancelSecond
    /// The stars of a moderated review count from now on.
    case showReview
  }

  init(_ kind: Kind, _ driver: DriverIndex) { code = kind.rawValue << 28 | driver.rawValue }

  init(_ kind: Kind, _ request: RequestIndex) { code = kind.rawValue << 28 | request.rawValue }

  /// The review of this number counts.
  init(showReview number: Int) { code = Kind.showReview.rawValue << 28 | Int32(number) }

  // The kind is in the upper four bits, including the sign.
  var kind: Kind { Kind(rawValue: code >> 28 & 0xF) ?? .drive }
  var review: Int { Int(code & 0x0FFF_FFFF) }
  var driver: DriverIndex { DriverIndex(rawValue: code & 0x0FFF_FFFF) }
  var request: RequestIndex { RequestIndex(rawValue: code & 0x0FFF_FFFF) }
}
