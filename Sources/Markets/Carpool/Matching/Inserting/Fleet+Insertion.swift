public import Quantities
import Spaces
public import Travellers

extension Fleet {
  /// The objective for choosing a driver's pair of stops.
  var objective: Objective { vantage == .actual ? terms.insertion.objective : .addedDriving }

  /// Returns the best pair of stops for `inquiry` in the plan of `driver`, evaluated from `vantage`.
  public func evaluate(_ inquiry: Inquiry, into driver: DriverIndex, from vantage: Vantage) -> InsertionResult
  {
    inserter.evaluate(
      inquiry, into: driver, from: start(of: driver, at: inquiry.time, from: vantage), in: self)
  }

  /// Returns the complete input of an evaluation of `driver`, who starts from `start`.
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

  /// Returns whether the direct trip of `request` was timed in `space`.
  private func isDirect(_ request: Request, in space: any Space) -> Bool {
    spaces.isSameAllDay || space === spaces.space(at: request.directDeparture)
  }

  /// Returns the duration of the request's direct trip in `space`, the space of a driver who may have departed in
  /// another time slice than the one used for the direct trip of `request`.
  func direct(of request: Request, in space: any Space) -> Milliseconds {
    if isDirect(request, in: space) { return request.direct.duration }
    return space.duration(from: request.origin, to: request.destination, hub: .origin)
  }

  /// Returns the length of the request's direct trip in `space`, metres.
  private func directMetres(of request: Request, in space: any Space) -> Metres {
    if isDirect(request, in: space) { return request.direct.metres }
    return space.travel(from: request.origin, to: request.destination)?.metres ?? 0
  }

  /// Lets `space` cache the length of the direct way of `request`, which is planned next.
  func knowDirectWay(of request: Request, in space: any Space) {
    guard isDirect(request, in: space) else { return }
    space.way(from: request.origin, to: request.destination)?.takeNote(ofLength: request.direct.metres)
  }

  /// Returns the metres added by `insertion` to the way of `driver`, evaluated from `vantage` at `time`.
  public func addedMetres(
    of request: Request, by insertion: Insertion, to driver: DriverIndex, at time: Milliseconds,
    from vantage: Vantage
  ) -> Metres {
    let space = space(of: driver)
    let direct = directMetres(of: request, in: space)
    let start = start(of: driver, at: time, from: vantage).diversion
    // Accessed by address: otherwise the plan would be copied at each query, and its references counted.
    let plan = itineraries.address(of: driver)
    func place(_ position: Int) -> Place { plan.pointee.place(ofLeg: position, from: start.place) }
    func metres(_ from: Place, _ to: Place) -> Metres { space.travel(from: from, to: to)?.metres ?? 0 }
    // Planned ways are already known, or will be driven.
    func planned(_ position: Int) -> Metres {
      // An idle car's repositioning does not count.
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
