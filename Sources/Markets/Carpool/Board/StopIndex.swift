import Quantities
import Travellers

/// The stops, found by place and time, at which a passenger to a certain place may get on; or one from a certain place get off.
///
/// A grid of cells, in each of which all stops that ever will be on the board stand in the order of their times, so that a
/// window is a stretch of them. Beside each stand the cells of the trip's later stops as a set of 128 bits, which one
/// operation compares with the cells where the passenger wants to go. The set is empty while nobody can get on: nothing
/// moves when a trip appears, loses a stop, or disappears. What the bits let pass has to be looked at exactly.
struct StopIndex {
  let grid: CellGrid
  /// True if it holds the stops where passengers get off.
  let isByArrival: Bool
  /// The beginnings of the entries of each cell, and after the last their end.
  private var starts: [Int32] = []
  /// By entry: when the car leaves the stop.
  private var times: [Milliseconds] = []
  /// By entry: the cells of the later stops, or of the earlier ones.
  private var partners: [CellSet] = []
  private var drivers: [DriverIndex] = []
  /// By stop: where its entry stands, -1 without one, and its cell.
  private var entries: [Int32]
  private var cells: [CellSet]

  /// An index of all trips of `store` as they are now.
  init(_ store: TripStore, _ frame: GridFrame, exponent: Int, isByArrival: Bool) {
    let grid = CellGrid(frame, exponent: exponent)
    self.grid = grid
    self.isByArrival = isByArrival
    let cells = store.stops.map { Int32(grid.cell(of: $0.position)) }
    self.cells = cells.map { grid.set(of: Int($0)) }
    entries = Array(repeating: -1, count: store.stops.count)
    var order: [Int32] = []
    var driverOfStop = Array(repeating: DriverIndex.none, count: store.stops.count)
    for (driver, trip) in store.trips.enumerated() where trip.count > 0 {
      let stops = isByArrival ? trip.stops.dropFirst() : trip.stops.dropLast()
      for stop in stops {
        order.append(Int32(stop))
        driverOfStop[stop] = DriverIndex(driver)
      }
    }
    order.sort { a, b in
      let (one, other) = (Int(a), Int(b))
      return (cells[one], store.stops[one].time.rawValue, a) < (
        cells[other], store.stops[other].time.rawValue, b
      )
    }
    starts = Array(repeating: 0, count: grid.count + 1)
    for stop in order { starts[Int(cells[Int(stop)]) + 1] += 1 }
    for cell in 0..<grid.count { starts[cell + 1] += starts[cell] }
    times = order.map { store.stops[Int($0)].time }
    drivers = order.map { driverOfStop[Int($0)] }
    partners = Array(repeating: .none, count: order.count)
    for (entry, stop) in order.enumerated() { entries[Int(stop)] = Int32(entry) }
    for trip in store.trips { refresh(trip) }
  }

  /// Follows a change of `trip`: whether it is on the board, and which stops it has left.
  ///
  /// - Complexity: O(stops).
  mutating func refresh(_ trip: TripStore.Trip) {
    guard trip.count > 0 else { return }
    var found = CellSet.none
    if isByArrival {
      for stop in trip.stops.dropFirst() {
        if trip.isOnBoard, stop > trip.firstStop + trip.open { found.formUnion(cells[stop - 1]) }
        partners[Int(entries[stop])] = found
      }
    } else {
      for stop in trip.stops.dropLast().reversed() {
        found.formUnion(cells[stop + 1])
        partners[Int(entries[stop])] = trip.isOnBoard && stop >= trip.firstStop + trip.open ? found : .none
      }
    }
  }

  /// Appends the drivers who have a stop near `position` from `earliest` to `latest`, and one before or behind it in a cell
  /// of `partner`: all who have, others too, and some of them twice.
  ///
  /// - Complexity: O(entries of the window in the cells of `near`, and for each cell the logarithm of all).
  func find(
    in near: CellGrid.Block, from earliest: Milliseconds, to latest: Milliseconds, partner: CellSet,
    into found: inout [DriverIndex]
  ) {
    for place in 0..<near.count {
      let cell = near[place]
      let range = Int(starts[cell])..<Int(starts[cell + 1])
      guard !range.isEmpty else { continue }
      var entry = firstEntry(in: range) { $0 >= earliest }
      let end = firstEntry(in: entry..<range.upperBound) { $0 > latest }
      while entry < end {
        if partners[entry].meets(partner) { found.append(drivers[entry]) }
        entry += 1
      }
    }
  }

  /// The first entry of `range` whose time is as late as asked for; its end if there is none.
  private func firstEntry(in range: Range<Int>, where isLate: (Milliseconds) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if isLate(times[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
