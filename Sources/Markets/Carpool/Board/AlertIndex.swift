import Quantities
import Travellers

/// The requests that wait for new trips, indexed by their origin.
///
/// Each watching request is in all cells that may contain a stop near its origin, so that a new trip queries one
/// cell per stop; grid cells are as wide as the discs, one grid for each power of 2.
struct AlertIndex {
  private let frame: GridFrame
  private var queries: [RequestIndex: BoardQuery] = [:]
  private var layers: [Layer] = []

  private struct Layer {
    let grid: CellGrid
    /// The watches by cell; cells never watched are missing.
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

  /// Returns the query watched for by `request`.
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

  /// Returns the requests that may match a trip with these remaining stops: all matching ones and few others,
  /// in ascending order.
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

  /// Returns the index of the layer for discs of `reach`, which is created if missing.
  private mutating func layer(for reach: Board.Reach) -> Int {
    let exponent = frame.exponent(forRadius: max(reach.squaredAccess, reach.squaredEgress).squareRoot())
    for number in layers.indices where layers[number].grid.exponent == exponent { return number }
    layers.append(Layer(grid: CellGrid(frame, exponent: exponent)))
    return layers.count - 1
  }
}
