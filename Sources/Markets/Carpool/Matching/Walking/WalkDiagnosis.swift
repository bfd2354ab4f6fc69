import Quantities
import Travellers

/// The walks of a passenger with one driver, and their benefit.
///
/// A class, so that the field for it in millions of records stays small: without walking it is absent.
public final class WalkDiagnosis: Sendable {
  public let meeting: Meeting
  /// The driver's result if nobody walked: the car came to the trip's origin and destination.
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
