public import Quantities
import Statistics

/// A synthetic town on a plane: a grid of streets with bent blocks, arterial roads and one-way streets.
///
/// The same plan gives the same network on every machine: coordinates are rounded to the millimetre.
///
///     let (network, report) = CityPlan(columns: 40, rows: 30, seed: 7).network()
public struct CityPlan: Hashable, Sendable {
  /// The number of north–south streets, 1 or more.
  public var columns: Int
  /// The number of west–east streets, 1 or more.
  public var rows: Int
  /// The distance between neighbouring streets, metres.
  public var blockMetres: Metres
  /// The maximum displacement of a crossing from the grid, east or north, as a share of the block (0 ..< 0.5).
  public var perturbation: Double
  /// The spacing of arterial roads, in streets, starting with the first; 0: none.
  public var arterialEvery: Int
  /// The probability that a non-arterial street is one-way; the direction alternates from street to street.
  public var oneWayShare: Double
  /// The speed on streets, km/h.
  public var streetKmh: Double
  /// The speed on arterial roads, km/h.
  public var arterialKmh: Double
  /// The seed of all random choices.
  public var seed: UInt64

  /// Creates the plan of a town of `columns` by `rows` streets.
  public init(
    columns: Int, rows: Int, blockMetres: Metres = 150, perturbation: Double = 0.2, arterialEvery: Int = 6,
    oneWayShare: Double = 0.3, streetKmh: Double = 30, arterialKmh: Double = 50, seed: UInt64 = 1
  ) {
    self.columns = columns
    self.rows = rows
    self.blockMetres = blockMetres
    self.perturbation = perturbation
    self.arterialEvery = arterialEvery
    self.oneWayShare = oneWayShare
    self.streetKmh = streetKmh
    self.arterialKmh = arterialKmh
    self.seed = seed
  }

  /// The faults of the plan, one sentence each; `network()` requires none.
  public var faults: [String] {
    var faults: [String] = []
    func check(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
    check(columns >= 1 && rows >= 1, "columns and rows must be 1 or more")
    check(columns < 1 << 15 && rows < 1 << 15, "columns and rows must be below 32768")
    check(blockMetres >= 1 && blockMetres <= 100_000, "blockMetres must lie in 1 ... 100000")
    check(perturbation >= 0 && perturbation < 0.5, "perturbation must lie in 0 ..< 0.5")
    check(arterialEvery >= 0, "arterialEvery must be 0 or more")
    check(oneWayShare >= 0 && oneWayShare <= 1, "oneWayShare must lie in 0 ... 1")
    check(streetKmh >= 1 && streetKmh <= 1000, "streetKmh must lie in 1 ... 1000")
    check(arterialKmh >= 1 && arterialKmh <= 1000, "arterialKmh must lie in 1 ... 1000")
    return faults
  }

  /// The road class of a street or an arterial road in `Network.roadClasses`.
  public enum RoadClass: UInt8, Sendable {
    case street = 1
    case arterial = 2
  }

  /// Builds the town and keeps its largest strongly connected component.
  ///
  /// - Precondition: `faults` is empty.
  public func network() -> (network: Network, report: NetworkReport) {
    precondition(faults.isEmpty, faults.joined(separator: "; "))
    var builder = NetworkBuilder(geometry: .plane, roadClassNames: ["other", "street", "arterial"])
    var crossings: [Coordinates] = []
    for row in 0..<rows {
      for column in 0..<columns {
        crossings.append(crossing(column, row))
        builder.addNode(id: Int64(crossings.count), at: crossings[crossings.count - 1])
      }
    }
    var report = NetworkReport()
    var linkID: Int64 = 0
    func add(_ a: Int, _ b: Int, _ street: Street) {
      let east = crossings[b].x - crossings[a].x
      let north = crossings[b].y - crossings[a].y
      let metres = Self.millimetres((east * east + north * north).squareRoot())
      let kmh = street.roadClass == .arterial ? arterialKmh : streetKmh
      guard let time = Network.milliseconds(metres: metres, kilometresPerHour: kmh) else {
        preconditionFailure("the bounds of the plan keep times below the horizon")
      }
      linkID += 1
      for (tail, head, isOpen) in [(a, b, street.isOpenAhead), (b, a, street.isOpenBack)] where isOpen {
        report.linksRead += 1
        builder.addLink(
          id: linkID, from: NodeIndex(tail), to: NodeIndex(head), metres: metres, milliseconds: time,
          roadClass: street.roadClass.rawValue)
      }
    }
    for row in 0..<rows {
      let street = street(.cityRow, row)
      for column in 0..<columns - 1 { add(row * columns + column, row * columns + column + 1, street) }
    }
    for column in 0..<columns {
      let street = street(.cityColumn, column)
      for row in 0..<rows - 1 { add(row * columns + column, (row + 1) * columns + column, street) }
    }
    report.nodesRead = crossings.count
    return (builder.build().largestStrongComponent(report: &report), report)
  }

  /// A street from one side of the town to the other.
  private struct Street {
    var roadClass: RoadClass
    var isOpenAhead: Bool
    var isOpenBack: Bool
  }

  private func street(_ purpose: Purpose, _ index: Int) -> Street {
    if arterialEvery > 0, index.isMultiple(of: arterialEvery) {
      return Street(roadClass: .arterial, isOpenAhead: true, isOpenBack: true)
    }
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: purpose, UInt64(index))
    let isOneWay = draws.uniform() < oneWayShare
    let runsAhead = index.isMultiple(of: 2)
    return Street(
      roadClass: .street, isOpenAhead: !isOneWay || runsAhead, isOpenBack: !isOneWay || !runsAhead)
  }

  private func crossing(_ column: Int, _ row: Int) -> Coordinates {
    var draws = KeyedGenerator(
      seed: seed, replication: 0, purpose: .cityCrossing, UInt64(column), UInt64(row))
    let reach = perturbation * blockMetres
    return Coordinates(
      x: Self.millimetres(Double(column) * blockMetres + reach * (2 * draws.uniform() - 1)),
      y: Self.millimetres(Double(row) * blockMetres + reach * (2 * draws.uniform() - 1)))
  }

  private static func millimetres(_ metres: Metres) -> Metres { (metres * 1000).rounded() / 1000 }
}
