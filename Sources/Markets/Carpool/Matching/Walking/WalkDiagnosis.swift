import Quantities
import Travellers

/// The walks of a passenger for the seat of one driver, and what is gained by them.
///
/// An object, for where nobody walks it is not there, and there may be millions of places for it.
public final class WalkDiagnosis: Sendable {
  public let meeting: Meeting
  /// The result if the driver came to the ends of the trip themselves.
  public let atTheDoor: InsertionResult

  init?(_ insertion: Insertion, of inquiry: Inquiry, with driver: DriverIndex, in fleet: Fleet) {
    guard let meeting = fleet.meeting(of: inquiry, by: insertion, with: driver) else { return nil }
    self.meeting = meeting
    let door = Meeting(
      pickup: MeetingPoint(place: inquiry.request.origin, metres: 0, walk: .zero),
      dropoff: MeetingPoint(place: inquiry.request.destination, metres: 0, walk: .zero))
    atTheDoor = fleet.evaluate(
      fleet.inquiry(inquiry, meeting: door, start: inquiry.time), into: driver, from: fleet.vantage)
  }
}
