import Quantities
import Spaces
import Travellers

/// What an index is to expect: where drivers are, how many at a time, how fast, and how often somebody asks.
struct IndexTraffic {
  /// The corner of all places where drivers begin and end, and the size from there, in the coordinates of the frame, metres.
  private(set) var low = SIMD2<Float>.zero
  private(set) var extent = SIMD2<Float>(repeating: 1)
  /// How many drivers are on the road on average.
  private(set) var onTheRoad = 1.0
  /// Metres per second.
  private(set) var speed = 0.0
  /// Questions a second.
  let questions: Double

  /// Reads off what `drivers` say; who says nothing of how long the trips take has all of them on the road.
  init(_ drivers: [Driver], frame: IndexFrame, questions: Double) {
    self.questions = questions
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    var first = Milliseconds.never
    var last = Milliseconds.zero
    var (driven, metres) = (0.0, 0.0)
    for driver in drivers where driver.refusal == nil {
      for end in [driver.origin, driver.destination] {
        let local = frame.local(frame.geometry.home(of: end.position))
        let point = SIMD2(Float(local.x), Float(local.y))
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
      first = min(first, driver.depart)
      last = max(last, driver.depart + driver.solo.duration)
      driven += driver.solo.duration.seconds
      metres += driver.solo.metres
    }
    onTheRoad = driven > 0 ? max(1, driven / (last - first).seconds) : Double(max(1, drivers.count))
    guard first != .never else { return }
    self.low = low
    extent = pointwiseMax(high - low, SIMD2(repeating: 1))
    speed = driven > 0 ? metres / driven : 0
  }

  var area: Double { Double(extent.x) * Double(extent.y) }
}

/// How an index follows the cars: what costs least, renewing entries or looking at many.
struct IndexPace {
  /// How far an entry may move before it is renewed, metres.
  private(set) var reach: Metres
  /// Whether entries stand still from report to report, although they could move along.
  private(set) var stands: Bool

  /// What it costs, roughly, to renew an entry, and to look at a block of those that stand or move, ns.
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
