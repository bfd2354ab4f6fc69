public import Quantities
import Spaces
public import Travellers

extension Fleet {
  /// The objective that the best pair of stops of a driver is best at.
  var objective: Objective { vantage == .actual ? terms.insertion.objective : .addedDriving }

  /// The best pair of stops for `inquiry` in the plan of `driver`, as seen from `vantage`.
  public func evaluate(_ inquiry: Inquiry, into driver: DriverIndex, from vantage: Vantage) -> InsertionResult
  {
    inserter.evaluate(
      inquiry, into: driver, from: start(of: driver, at: inquiry.time, from: vantage), in: self)
  }

  /// Returns everything that an evaluation of `driver`, who goes on from `start`, looks at.
  ///
  /// - Parameters:
  ///   - direct: the duration of the passenger's trip in that space.
  ///   - space: that of the driver, or a twin of it.
  @inline(__always)
  func question(
    _ inquiry: Inquiry, into driver: DriverIndex, from start: Start, direct: Milliseconds,
    in space: any Space
  ) -> InsertionQuestion {
    InsertionQuestion(
      driver, of: self, inquiry, direct: direct, in: space, from: start, objective: objective,
      meetingObjective: vantage == .actual ? terms.insertion.objective : .cost,
      agreement: agreement(inquiry, driver))
  }

  /// Tells whether the direct trip of `request` was timed in `space`.
  private func isDirect(_ request: Request, in space: any Space) -> Bool {
    spaces.isSameAllDay || space === spaces.space(at: request.directDeparture)
  }

  /// Returns the duration of the way from the request's origin to its destination in `space`: that of a driver, who may
  /// have departed in another slice of the day than the one that the direct trip of `request` was timed in.
  func direct(of request: Request, in space: any Space) -> Milliseconds {
    if isDirect(request, in: space) { return request.direct.duration }
    return space.duration(from: request.origin, to: request.destination, hub: .origin)
  }

  /// Returns the length of that way, metres.
  private func directMetres(of request: Request, in space: any Space) -> Metres {
    if isDirect(request, in: space) { return request.direct.metres }
    return space.travel(from: request.origin, to: request.destination)?.metres ?? 0
  }

  /// Lets `space` remember how long the direct way of `request` is, which is planned next.
  func knowDirectWay(of request: Request, in space: any Space) {
    guard isDirect(request, in: space) else { return }
    space.way(from: request.origin, to: request.destination)?.takeNote(ofLength: request.direct.metres)
  }

  /// The metres that `insertion` adds to the way of `driver`, as seen from `vantage` at `time`.
  public func addedMetres(
    of request: Request, by insertion: Insertion, to driver: DriverIndex, at time: Milliseconds,
    from vantage: Vantage
  ) -> Metres {
    let space = space(of: driver)
    let direct = directMetres(of: request, in: space)
    let start = start(of: driver, at: time, from: vantage).diversion
    // By its address, or the plan would be copied at each question, and its references counted.
    let plan = itineraries.address(of: driver)
    func place(_ position: Int) -> Place { plan.pointee.place(ofLeg: position, from: start.place) }
    func metres(_ from: Place, _ to: Place) -> Metres { space.travel(from: from, to: to)?.metres ?? 0 }
    // The planned ways are known already, or will be driven.
    func planned(_ position: Int) -> Metres {
      // Where a free car was sent does not count.
      if plan.pointee.isIdle { return 0 }
      return plan.pointee.metres(ofLeg: position, from: start)
        ?? metres(place(position), place(position + 1))
    }
    let pickup = insertion.pickupAfter
    let dropoff = insertion.dropoffAfter
    let (origin, destination) = (request.origin, request.destination)
    let toPickup = metres(place(pickup), origin)
    let isLast = dropoff == plan.pointee.stops.count
    let fromDropoff = plan.pointee.waits && isLast ? 0 : metres(destination, place(dropoff + 1))
    let first = planned(pickup)
    if pickup == dropoff { return toPickup + direct + fromDropoff - first }
    let second = planned(dropoff)
    return toPickup + metres(origin, place(pickup + 1)) - first
      + metres(place(dropoff), destination) + fromDropoff - second
  }
}
