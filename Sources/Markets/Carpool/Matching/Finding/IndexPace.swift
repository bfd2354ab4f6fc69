import Quantities

/// The cheapest way for the index to follow the cars: frequent renewals, or scans of more entries.
struct IndexPace {
  /// The distance that an entry may move before it is renewed, metres.
  private(set) var reach: Metres
  /// Whether entries stand still between reports, although they could move.
  private(set) var stands: Bool

  /// The approximate cost of renewing an entry, and of scanning a block of standing or moving ones, ns.
  private static let renewal = 500.0
  private static let standing = 8.0
  private static let moving = 12.0

  /// Chooses for `traffic` with reports `spacing` metres apart, 0 for continuous ones.
  ///
  /// - Parameter mayMove: whether entries can move between reports.
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
      // The reach is at least the distance between two reports.
      guard reach >= spacing else { continue }
      let cost = cost(renewedEvery: reach, slack: reach / 2, block: Self.moving)
      if cost < least {
        (least, self.reach) = (cost, reach)
        stands = false
      }
    }
  }
}
