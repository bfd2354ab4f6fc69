import Quantities
import Spaces

/// The places of jobs, grouped into spots. A spot is a grid cell together with the set of districts that contain its
/// jobs.
struct SpotGrid {
  /// A spot: jobs in the same cell and the same districts.
  struct Spot {
    var cell: Int32
    var districts: DistrictSet
  }

  private(set) var spots: [Spot] = []
  /// The spot of each job; −1 for a refused job.
  private(set) var spotOfJob: [Int32] = []
  private let geometry: Geometry
  /// The centre of each cell, and the straight-line distance from it to the farthest job in the cell.
  private var middles: [Position] = []
  private var reaches: [Double] = []

  private var blocks: [Block] = []
  /// The spots of all blocks, block by block.
  private var spotsOfBlocks: [Int32] = []
  /// The centre and radius of the cell of each spot in `spotsOfBlocks`, in the same sequence.
  private var discs: [(middle: Position, reach: Double)] = []

  /// A block: the spots of neighbouring cells.
  private struct Block {
    var middle: Position
    /// The straight-line distance from the centre beyond which the block has no job.
    var reach: Double
    /// The range of its spots in `spotsOfBlocks`.
    var spots = 0..<0
  }

  /// The number of cells along a side of a block.
  private static let blockSide = 4
  /// The number of cells along a side of the grid; large enough that few of the providers in a list are out of reach of
  /// the job.
  private static let side = 16

  init(_ jobs: [Job], geometry: Geometry) {
    self.geometry = geometry
    // A refused job may have no place, and is never looked for.
    let coordinates = jobs.map { $0.refusal == nil ? geometry.coordinates(of: $0.place.position) : nil }
    var low = Coordinates(x: .infinity, y: .infinity)
    var high = Coordinates(x: -.infinity, y: -.infinity)
    for case let point? in coordinates {
      low = Coordinates(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Coordinates(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    let side = Double(Self.side)
    func row(_ value: Double, _ low: Double, _ high: Double) -> Int {
      high > low ? min(Self.side - 1, Int((value - low) / (high - low) * side)) : 0
    }
    middles = (0..<Self.side * Self.side).map { cell in
      let x = low.x + (high.x - low.x) * (Double(cell % Self.side) + 0.5) / side
      let y = low.y + (high.y - low.y) * (Double(cell / Self.side) + 0.5) / side
      return high.x < low.x ? Position(x: 0, y: 0) : geometry.position(of: Coordinates(x: x, y: y))
    }
    reaches = Array(repeating: 0, count: middles.count)
    // The spots of a cell differ by their districts: there are few, or only one.
    var spotsOfCell = Array(repeating: [Int32](), count: middles.count)
    spotOfJob.reserveCapacity(jobs.count)
    for (job, point) in zip(jobs, coordinates) {
      guard let point else {
        spotOfJob.append(-1)
        continue
      }
      let cell = row(point.y, low.y, high.y) * Self.side + row(point.x, low.x, high.x)
      let offset = geometry.offset(from: middles[cell], to: job.place.position)
      reaches[cell] = max(reaches[cell], offset.squaredLength.squareRoot())
      if let number = spotsOfCell[cell].first(where: { spots[Int($0)].districts == job.districts }) {
        spotOfJob.append(number)
        continue
      }
      spotsOfCell[cell].append(Int32(spots.count))
      spotOfJob.append(Int32(spots.count))
      spots.append(Spot(cell: Int32(cell), districts: job.districts))
    }
    gatherBlocks()
  }

  /// Writes to `list` the indices of all spots that may contain a place within reach of `base`, and of a few others. If
  /// `districts` is not empty, only spots that share a district with it are included. Returns the number of indices.
  ///
  /// - Precondition: `list` has room for all spots.
  func list(
    spotsWithin squaredReach: Double, of base: Position, meeting districts: DistrictSet,
    into list: UnsafeMutableBufferPointer<Int32>
  ) -> Int {
    let reach = squaredReach.squareRoot()
    var count = 0
    for block in blocks where geometry.isNear(base, block.middle, reach + block.reach) {
      // The spots of a block entirely within reach are not checked individually.
      let isInside = reach >= block.reach && geometry.isNear(base, block.middle, reach - block.reach)
      for place in block.spots
      where isInside || geometry.isNear(base, discs[place].middle, reach + discs[place].reach) {
        let number = spotsOfBlocks[place]
        guard districts.isEmpty || districts.meets(spots[Int(number)].districts) else { continue }
        list[count] = number
        count += 1
      }
    }
    return count
  }

  /// Groups spots that are close together, so that distant ones can be skipped together.
  private mutating func gatherBlocks() {
    var blockOfNumber: [Int: Int] = [:]
    var spotsOfBlock: [[Int32]] = []
    for (number, spot) in spots.enumerated() {
      let cell = Int(spot.cell)
      let block = cell / Self.side / Self.blockSide * Self.side + cell % Self.side / Self.blockSide
      if blockOfNumber[block] == nil {
        blockOfNumber[block] = blocks.count
        blocks.append(Block(middle: middles[cell], reach: 0))
        spotsOfBlock.append([])
      }
      let place = blockOfNumber[block] ?? 0
      let offset = geometry.offset(from: blocks[place].middle, to: middles[cell])
      blocks[place].reach = max(blocks[place].reach, offset.squaredLength.squareRoot() + reaches[cell])
      spotsOfBlock[place].append(Int32(number))
    }
    for (place, spots) in spotsOfBlock.enumerated() {
      blocks[place].spots = spotsOfBlocks.count..<spotsOfBlocks.count + spots.count
      spotsOfBlocks += spots
    }
    discs = spotsOfBlocks.map {
      let cell = Int(spots[Int($0)].cell)
      return (middles[cell], reaches[cell])
    }
  }
}

extension Geometry {
  /// Returns whether the straight-line distance between two positions may be at most `length`. Straight lines,
  /// including chords of the globe, obey the triangle inequality; a margin allows for rounding.
  @inline(__always)
  fileprivate func isNear(_ a: Position, _ b: Position, _ length: Metres) -> Bool {
    let bound = length + 0.001
    return offset(from: a, to: b).squaredLength <= bound * bound
  }
}
