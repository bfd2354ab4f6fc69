import Quantities
import Travellers

/// The requests that wait for new trips, found by the place where they want to get in.
///
/// Each who watches stands in all cells in which a stop near the origin may lie, so that a new trip asks one cell a stop;
/// grids are as wide as the discs, one for each power of 2.
struct AlertIndex {
  private let frame: GridFrame
  private var queries: [RequestIndex: BoardQuery] = [:]
  private var layers: [Layer] = []

  private struct Layer {
    let grid: CellGrid
    /// By cell; one that nobody has watched yet is missing.
    var watches: [Int: [Watch]] = [:]
  }

  private struct Watch {
    let request: RequestIndex
    let isByArrival: Bool
    let earliest: Milliseconds
    let latest: Milliseconds
    /// The cells in which a stop near the destination may lie.
    let destinations: CellSet
  }

  init(_ frame: GridFrame) { self.frame = frame }

  /// The query that `request` watches for.
  func query(of request: RequestIndex) -> BoardQuery? { queries[request] }

  /// Adds a request that watches, in place of what it watched before.
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

  /// Removes a request that watches; has no effect on one that does not.
  mutating func remove(_ request: RequestIndex) {
    guard let query = queries.removeValue(forKey: request) else { return }
    let reach = Board.Reach(query, frame.geometry)
    let number = layer(for: reach)
    let cells = layers[number].grid.block(within: reach.squaredAccess.squareRoot(), of: query.origin)
    for place in 0..<cells.count {
      layers[number].watches[cells[place], default: []].removeAll { $0.request == request }
    }
  }

  /// The requests that may find a trip with these stops left: all that do, and few others, ascending.
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

  /// The place of the layer for discs of `reach`, which is made if there is none yet.
  private mutating func layer(for reach: Board.Reach) -> Int {
    let exponent = frame.exponent(forRadius: max(reach.squaredAccess, reach.squaredEgress).squareRoot())
    for number in layers.indices where layers[number].grid.exponent == exponent { return number }
    layers.append(Layer(grid: CellGrid(frame, exponent: exponent)))
    return layers.count - 1
  }
}
