import Quantities
import Spaces

/// The places of jobs, gathered into spots: cells of a grid, each with the districts that its jobs lie in.
struct SpotGrid {
  /// Jobs in one cell and the same districts.
  struct Spot {
    var cell: Int32
    var districts: DistrictSet
  }

  private(set) var spots: [Spot] = []
  /// -1 for a job that is refused.
  private(set) var spotOfJob: [Int32] = []
  private let geometry: Geometry
  /// The middle of each cell with jobs, and the longest segment from it to a job of the cell.
  private var middles: [Position] = []
  private var reaches: [Double] = []

  private var blocks: [Block] = []
  /// The spots of all blocks, one block's behind another's.
  private var spotsOfBlocks: [Int32] = []
  /// The middle and the reach of the cell of each of them, likewise.
  private var discs: [(middle: Position, reach: Double)] = []

  /// Spots of neighbouring cells.
  private struct Block {
    var middle: Position
    /// The longest segment from the middle to a job of the spots.
    var reach: Double
    /// The places of the spots in the list of all blocks' spots.
    var spots = 0..<0
  }

  /// The cells of a side of a block.
  private static let blockSide = 4
  /// The cells of a side: a list then holds few providers beyond those who reach the job.
  private static let side = 16

  init(_ jobs: [Job], geometry: Geometry) {
    self.geometry = geometry
    // Who is refused may have no place, and is never looked for.
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
    // The spots of a cell differ by their districts: few, or one.
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

  /// Writes down the numbers of all spots of which some place may lie within the reach of `base`, of few others, and of those alone
  /// that meet `districts`, unless there are none; gives their number.
  ///
  /// - Precondition: there is room for all spots.
  func list(
    spotsWithin squaredReach: Double, of base: Position, meeting districts: DistrictSet,
    into list: UnsafeMutableBufferPointer<Int32>
  ) -> Int {
    let reach = squaredReach.squareRoot()
    var count = 0
    for block in blocks where geometry.isNear(base, block.middle, reach + block.reach) {
      // Of a block that lies within the reach as a whole no spot is looked at.
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

  /// Gathers spots that lie close together, so that far ones are passed over together.
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
  /// Tells whether the straight segment between two positions may be at most `length`; straight segments, chords on the
  /// globe too, obey the triangle inequality, and the margin is for rounding.
  @inline(__always)
  fileprivate func isNear(_ a: Position, _ b: Position, _ length: Metres) -> Bool {
    let bound = length + 0.001
    return offset(from: a, to: b).squaredLength <= bound * bound
  }
}
