import Quantities
import Travellers

/// An index of stops by place and time: boarding stops for a destination, or alighting stops for an origin.
///
/// The cells of a grid each list all possible stops by time, so that a time window is a range of entries. Each entry
/// stores the cells of the trip's later stops as a 128-bit set, compared in one operation with the cells near the
/// destination. The set is empty while nobody can board, so entries need not move when a trip appears, loses a stop, or
/// disappears. Set matches must be checked exactly.
struct StopIndex {
  let grid: CellGrid
  /// Whether the index contains alighting stops rather than boarding stops.
  let isByArrival: Bool
  /// The index of each cell's first entry, followed by the number of entries.
  private var starts: [Int32] = []
  /// By entry: the departure from the stop.
  private var times: [Milliseconds] = []
  /// By entry: the cells of the trip's later stops; for alighting stops, of its earlier stops.
  private var partners: [CellSet] = []
  private var drivers: [DriverIndex] = []
  /// By stop: the index of its entry (-1: none), and its cell.
  private var entries: [Int32]
  private var cells: [CellSet]

  /// Creates the index of all trips in `store`, in their current state.
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

  /// Updates the index after a change to the presence of `trip` on the board or to its remaining stops.
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

  /// Appends the drivers with a stop in the cells of `near` between `earliest` and `latest`, and a later (or earlier)
  /// stop in a cell of `partner`. The result may contain other drivers, and duplicates.
  ///
  /// - Complexity: O(entries in the window in the cells of `near` + number of these cells · log entries).
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

  /// Returns the first entry of `range` for which `isLate` is true; the end of the range if there is none.
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

/// The requests that watch for new trips, indexed by their origins.
///
/// A watching request is stored in every cell that may contain a stop near its origin, so that a new trip needs one
/// cell lookup per stop. There is one grid for each disc size, a power of 2, with cells as wide as the discs.
struct AlertIndex {
  private let frame: GridFrame
  private var queries: [RequestIndex: BoardQuery] = [:]
  private var layers: [Layer] = []

  private struct Layer {
    let grid: CellGrid
    /// The watches, by cell; cells that were never watched are absent.
    var watches: [Int: [Watch]] = [:]
  }

  private struct Watch {
    let request: RequestIndex
    let isByArrival: Bool
    let earliest: Milliseconds
    let latest: Milliseconds
    /// The cells that may contain a stop near the destination.
    let destinations: CellSet
  }

  init(_ frame: GridFrame) { self.frame = frame }

  /// Returns the query for which `request` watches new trips; nil if it does not watch.
  func query(of request: RequestIndex) -> BoardQuery? { queries[request] }

  /// Adds a watching request, replacing its previous watch.
  mutating func add(_ request: RequestIndex, _ query: BoardQuery) {
    let reach = Board.Reach(query, frame.geometry)
    remove(request)
    queries[request] = query
    let number = layer(for: reach)
    let grid = layers[number].grid
    let watch = Watch(
      request: request, isByArrival: query.isByArrival, earliest: query.earliest, latest: query.latest,
      destinations: grid.set(of: grid.block(within: reach.squaredEgress.squareRoot(), of: query.destination))
    )
    let cells = grid.block(within: reach.squaredAccess.squareRoot(), of: query.origin)
    for place in 0..<cells.count { layers[number].watches[cells[place], default: []].append(watch) }
  }

  /// Removes a watching request, if present.
  mutating func remove(_ request: RequestIndex) {
    guard let query = queries.removeValue(forKey: request) else { return }
    let reach = Board.Reach(query, frame.geometry)
    let number = layer(for: reach)
    let cells = layers[number].grid.block(within: reach.squaredAccess.squareRoot(), of: query.origin)
    for place in 0..<cells.count {
      layers[number].watches[cells[place], default: []].removeAll { $0.request == request }
    }
  }

  /// Returns a small superset of the requests that match a trip with the remaining stops `stops`, in ascending order.
  func candidates(_ stops: ArraySlice<TripStore.Stop>) -> [RequestIndex] {
    var found: [RequestIndex] = []
    guard let end = stops.last?.time else { return found }
    for layer in layers {
      var later = CellSet.none
      var next: Int?
      for stop in stops.reversed() {
        if let next { later.formUnion(layer.grid.set(of: next)) }
        let cell = layer.grid.cell(of: stop.position)
        next = cell
        guard !later.isEmpty else { continue }
        for watch in layer.watches[cell] ?? []
        where watch.destinations.meets(later) && stop.time <= watch.latest {
          if watch.earliest <= (watch.isByArrival ? end : stop.time) { found.append(watch.request) }
        }
      }
    }
    found.sort()
    var last = RequestIndex.none
    found.removeAll { request in
      defer { last = request }
      return request == last
    }
    return found
  }

  /// Returns the index of the layer for the walking distances `reach`, creating the layer if missing.
  private mutating func layer(for reach: Board.Reach) -> Int {
    let exponent = frame.exponent(forRadius: max(reach.squaredAccess, reach.squaredEgress).squareRoot())
    for number in layers.indices where layers[number].grid.exponent == exponent { return number }
    layers.append(Layer(grid: CellGrid(frame, exponent: exponent)))
    return layers.count - 1
  }
}
