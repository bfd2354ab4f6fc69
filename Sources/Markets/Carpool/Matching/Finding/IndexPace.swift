import Quantities

/// The way an index follows the cars: what costs least, renewing entries or looking at many.
struct IndexPace {
  /// The distance that an entry may move before it is renewed, metres.
  private(set) var reach: Metres
  /// True if entries stand still from report to report, although they could move along.
  private(set) var stands: Bool

  /// The rough cost of renewing an entry, and of looking at a block of those that stand or move, ns.
  private static let renewal = 500.0
  private static let standing = 8.0
  private static let moving = 12.0

  /// Chooses for `traffic` whose reports are `spacing` metres apart, 0 where they are continuous.
  ///
  /// - Parameter mayMove: whether entries can move where reports are apart.
  init(_ traffic: IndexTraffic, radius: Metres, spacing: Metres, mayMove: Bool) {
    let cell = Double(IndexGrid.cell(for: traffic, radius: radius))
    func cost(renewedEvery metres: Metres, slack: Metres, block: Double) -> Double {
      let width = 2 * (radius + slack) / cell + 1
      let cells = min(width * width, (traffic.area / (cell * cell)).rounded(.up))
      let blocks = cells * (0.6 + traffic.onTheRoad * min(1, cell * cell / traffic.area) / 8)
      return traffic.onTheRoad * traffic.speed / metres / traffic.questions * Self.renewal + block * blocks
    }
    reach = radius / 4
    stands = spacing > 0
    var least = stands ? cost(renewedEvery: spacing, slack: 0, block: Self.standing) : .infinity
    guard mayMove || !stands else { return }
    for doubling in 0..<7 {
      let reach = radius / 4 * Double(1 << doubling)
      // No reach is shorter than the way between two reports.
      guard reach >= spacing else { continue }
      let cost = cost(renewedEvery: reach, slack: reach / 2, block: Self.moving)
      if cost < least {
        (least, self.reach) = (cost, reach)
        stands = false
      }
    }
  }
}
