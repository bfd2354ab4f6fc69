import Quantities
import Travellers

/// An index of stops by place and time: boarding stops for a destination, or alighting stops for an origin.
///
/// A grid of cells, each of which lists all possible stops by time, so that a window is a range. Each entry has the
/// cells of the trip's later stops as a set of 128 bits, which one operation compares with the cells near the
/// destination. The set is empty while nobody can board: entries do not move when a trip appears, loses a stop, or
/// disappears. Matches of the bits must be checked exactly.
struct StopIndex {
  let grid: CellGrid
  /// Whether it contains the alighting stops.
  let isByArrival: Bool
  /// The index of each cell's first entry, then the number of entries.
  private var starts: [Int32] = []
  /// By entry: the departure from the stop.
  private var times: [Milliseconds] = []
  /// By entry: the cells of the later stops, or of the earlier ones.
  private var partners: [CellSet] = []
  private var drivers: [DriverIndex] = []
  /// By stop: the index of its entry, -1 without one, and its cell.
  private var entries: [Int32]
  private var cells: [CellSet]

  /// Creates the index of all trips of `store` in their current state.
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

  /// Updates the index after a change of `trip`: its presence on the board, or its remaining stops.
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

  /// Appends the drivers with a stop in the cells of `near` from `earliest` to `latest`, and one before or after it
  /// in a cell of `partner`: all who have them, some others, and some of them twice.
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

  /// Returns the first entry of `range` for which `isLate` is true; its end if there is none.
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
