import Quantities
import Travellers

/// The next step of a driver or a passenger, beside what every market has.
///
/// One word: events wait by the hundred thousand.
struct CarpoolStep: BitwiseCopyable, Sendable {
  private let code: Int32

  /// The kind of a step.
  enum Kind: Int32 {
    /// The driver departs, makes the next stop, or arrives.
    case drive
    /// The rule may find the driver from now on.
    case announce
    /// The trip of the driver appears on the board.
    case publish
    /// The driver calls the published trip off.
    case callOff
    /// The driver's phone goes offline, or is online again.
    case phone
    /// The passenger watches new trips no more.
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

  // The kind stands in the upper four bits, the sign among them.
  var kind: Kind { Kind(rawValue: code >> 28 & 0xF) ?? .drive }
  var review: Int { Int(code & 0x0FFF_FFFF) }
  var driver: DriverIndex { DriverIndex(rawValue: code & 0x0FFF_FFFF) }
  var request: RequestIndex { RequestIndex(rawValue: code & 0x0FFF_FFFF) }
}
