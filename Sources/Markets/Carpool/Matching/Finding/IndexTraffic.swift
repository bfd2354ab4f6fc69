import Quantities
import Spaces
public import Travellers

/// The expected traffic of an index: where drivers are, how many at a time, how fast, and how many queries there
/// are.
struct IndexTraffic {
  /// The corner and the size of the rectangle of all origins and destinations, in the coordinates of the frame,
  /// metres.
  private(set) var low = SIMD2<Float>.zero
  private(set) var extent = SIMD2<Float>(repeating: 1)
  /// The average number of drivers on the road.
  private(set) var onTheRoad = 1.0
  /// The average speed, metres per second.
  private(set) var speed = 0.0
  /// The number of queries per second.
  let questions: Double

  /// Estimates the traffic from `drivers`; without trip durations, all drivers count as on the road at once.
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

extension [Request] {
  /// Returns the approximate number of attempts per second, with at most `attempts` for each request.
  public func attemptsPerSecond(atMost attempts: Int32) -> Double {
    let times = lazy.map(\.submit)
    guard let first = times.min(), let last = times.max() else { return 1 }
    return Double(count) * Double(attempts) / Swift.max(1, (last - first).seconds)
  }
}
