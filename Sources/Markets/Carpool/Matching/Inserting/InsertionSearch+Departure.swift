import Quantities
import Spaces
import Travellers

extension InsertionSearch {
  /// Returns the latest departure of a driver who has not left that satisfies every promised time and the latest
  /// arrival, with the passenger inserted; the earliest if none does.
  ///
  /// A later departure delays each arrival by what exceeds the waiting before it, so one pass finds the maximum
  /// that every bound allows. Rides and detours are longest at the earliest departure: if they are too long at the
  /// latest one, they are at every one.
  func latestDeparture(
    _ pickup: Int, _ dropoff: Int, _ question: InsertionQuestion, _ itinerary: borrowing Itinerary
  ) -> Milliseconds {
    let inquiry = question.inquiry
    let request = inquiry.request
    let stop = question.terms.stopDuration
    let count = itinerary.stops.count
    let earliest = question.start.diversion.time
    var schedule = FreeSchedule(time: earliest)
    for position in 0...count {
      if position == pickup {
        schedule.drive(toPickup[position])
        schedule.wait(until: question.ready)
        schedule.bind(by: inquiry.promise.latestPickup)
        schedule.wait(until: request.earliestPickup)
        schedule.drive(request.boarding ?? stop)
        if position != dropoff { schedule.drive(fromPickup[position + 1]) }
      }
      if position == dropoff {
        schedule.drive(position == pickup ? question.direct : toDropoff[position])
        schedule.bind(by: question.latestDropoff)
        schedule.wait(until: request.earliestDropoff)
        schedule.drive((request.alighting ?? stop) + fromDropoff[position + 1])
      } else if position != pickup {
        schedule.drive(base[position])
      }
      guard position < count else { break }
      schedule.bind(by: itinerary.stops[position].latest)
      schedule.wait(until: itinerary.stops[position].earliest)
      schedule.drive(itinerary.stops[position].duration ?? stop)
    }
    schedule.bind(by: question.driver.latestArrival)
    return schedule.room == .never ? earliest : earliest + max(.zero, schedule.room)
  }
}

/// The schedule of a car at its earliest departure, and its slack.
struct FreeSchedule {
  var time: Milliseconds
  private var waited = Milliseconds.zero
  /// The possible postponement of the departure; negative if it is too late anyway, `.never` without a bound.
  private(set) var room = Milliseconds.never

  init(time: Milliseconds) { self.time = time }

  mutating func drive(_ span: Milliseconds) { time = time + span }

  mutating func wait(until other: Milliseconds) {
    guard other > time else { return }
    waited = waited + (other - time)
    time = other
  }

  /// Adds the condition that the car is here by `latest`: waiting so far absorbs a later departure first.
  mutating func bind(by latest: Milliseconds) {
    if latest != .never { room = min(room, latest < time ? latest - time : latest - time + waited) }
  }

  /// Adds the condition that a passenger who is here at `ready` meets the car by `latest`; the car need not wait for
  /// them.
  mutating func bind(by latest: Milliseconds, from ready: Milliseconds) {
    guard latest != .never else { return }
    room = min(room, latest < max(time, ready) ? latest - max(time, ready) : latest - time + waited)
  }
}
