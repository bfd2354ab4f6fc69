public import Quantities
import Spaces
public import Travellers

extension Fleet {
  /// Returns the possible meeting points for `inquiry` with drivers in `space`; nil if nobody walks.
  func meetings(of inquiry: Inquiry, in space: any Space) -> MeetingTable? {
    guard terms.walking.reach > 0, !inquiry.isMeetingAgreed else { return nil }
    return meetingTables.table(
      from: inquiry.request.origin, to: inquiry.request.destination, rules: terms.walking,
      among: meetingPlaces, in: space)
  }

  /// Returns the meeting points chosen by `insertion` for `inquiry` with `driver`; nil if nobody walks.
  public func meeting(of inquiry: Inquiry, by insertion: Insertion, with driver: DriverIndex) -> Meeting? {
    guard let table = meetings(of: inquiry, in: space(of: driver)) else { return nil }
    return Meeting(
      pickup: table.pickups[Int(insertion.pickupPoint)], dropoff: table.dropoffs[Int(insertion.dropoffPoint)])
  }

  /// Adds the stops of `insertion` for `inquiry` to the plan of `driver`, from the time of the inquiry on.
  public func accept(_ inquiry: Inquiry, insertion: Insertion, by driver: DriverIndex) {
    accept(
      inquiry.request, as: inquiry.index, promise: inquiry.promise, insertion: insertion, by: driver,
      at: inquiry.time, ready: inquiry.ready)
  }

  /// Returns `inquiry` restricted to the ride between the agreed points of `meeting`, with what remains of the promise.
  ///
  /// - Parameter start: the time at which the passenger sets out.
  public func inquiry(_ inquiry: Inquiry, meeting: Meeting, start: Milliseconds) -> Inquiry {
    var request = inquiry.request
    var promise = inquiry.promise
    if meeting.walk > .zero || meeting.pickup.place != request.origin
      || meeting.dropoff.place != request.destination
    {
      request = moved(request, from: meeting.pickup.place, to: meeting.dropoff.place)
    }
    if promise.latestDropoff != .never {
      promise.latestDropoff = promise.latestDropoff - meeting.dropoff.walk
    }
    var moved = Inquiry(
      request, as: inquiry.index, promise: promise, at: inquiry.time, excluded: inquiry.excluded)
    moved.isMeetingAgreed = true
    moved.ready = start.saturatingAdd(meeting.pickup.walk)
    return moved
  }
}
