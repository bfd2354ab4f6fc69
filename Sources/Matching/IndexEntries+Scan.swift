/// What a scan compares with: milliseconds since the window's start, metres.
struct ScanQuery {
  var time: Int32
  /// As a straight line (a chord on the globe).
  var radius: Float
  /// What `Float` cannot tell.
  var tolerance: Float
  /// Whether entries move.
  var isMoving: Bool
}

extension IndexEntries {
  /// Compares the entries of `range` with a pickup and a drop-off, eight at a time.
  func scan(
    _ range: Range<Int>, _ query: ScanQuery, _ pickup: SIMD3<Float>, _ dropoff: SIMD3<Float>,
    _ sightings: inout Sightings
  ) {
    typealias Floats = SIMD8<Float>
    typealias Integers = SIMD8<Int32>
    let (x, y, z) = (column(.x), column(.y), column(.z))
    let (vx, vy, vz) = (column(.vx), column(.vy), column(.vz))
    let (endX, endY, endZ, bulge) = (column(.endX), column(.endY), column(.endZ), column(.bulge))
    let (from, until, driver) = (column(.from), column(.until), column(.driver))
    let time = Integers(repeating: query.time)
    let outer = Floats(repeating: (query.radius + query.tolerance) * (query.radius + query.tolerance))
    let inside = max(0, query.radius - query.tolerance)
    let inner = Floats(repeating: query.radius > query.tolerance ? inside * inside : -1)
    let reach = Floats(repeating: query.radius + query.tolerance)
    let lane = Integers(0, 1, 2, 3, 4, 5, 6, 7)
    var index = range.lowerBound
    while index < range.upperBound {
      let begins = load(from, index)
      var isIn = (begins .<= time) .& (time .< load(until, index))
      isIn = isIn .& (lane .< Int32(truncatingIfNeeded: range.upperBound - index))
      var startX: Floats = load(x, index)
      var startY: Floats = load(y, index)
      var startZ: Floats = load(z, index)
      var dx = startX - pickup.x
      var dy = startY - pickup.y
      var dz = startZ - pickup.z
      if query.isMoving {
        let elapsed = Floats(time &- begins)
        dx += load(vx, index) * elapsed
        dy += load(vy, index) * elapsed
        dz += load(vz, index) * elapsed
      }
      let squared = dx * dx + dy * dy + dz * dz
      isIn = isIn .& (squared .<= outer)
      if any(isIn) {
        let isSure = isIn .& (squared .<= inner)
        sightings.inRadius += Int(Integers.zero.replacing(with: 1, where: isSure).wrappedSum())
        // The distance from the drop-off to the straight line from the report to the destination.
        let lineX = load(endX, index) - startX
        let lineY = load(endY, index) - startY
        let lineZ = load(endZ, index) - startZ
        startX = dropoff.x - startX
        startY = dropoff.y - startY
        startZ = dropoff.z - startZ
        let length = lineX * lineX + lineY * lineY + lineZ * lineZ
        let ahead = startX * lineX + startY * lineY + startZ * lineZ
        let share = (ahead / pointwiseMax(length, Floats(repeating: 1e-6))).clamped(
          lowerBound: .zero, upperBound: Floats(repeating: 1))
        startX -= share * lineX
        startY -= share * lineY
        startZ -= share * lineZ
        let away = startX * startX + startY * startY + startZ * startZ
        let allowed = reach + load(bulge, index)
        let mayPass = isIn .& (away .<= allowed * allowed)
        let isOpen = mayPass .| (isIn .& .!isSure)
        if any(isOpen) {
          for lane in 0..<Self.lanes where isOpen[lane] {
            sightings.toDecide.append(
              Sightings.Sighting(
                driver: driver[index + lane], isCounted: isSure[lane], mayPass: mayPass[lane]))
          }
        }
      }
      index += Self.lanes
    }
  }

  @inline(__always)
  private func load(_ column: UnsafeMutablePointer<Float>, _ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(column + index).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  private func load(_ column: UnsafeMutablePointer<Int32>, _ index: Int) -> SIMD8<Int32> {
    UnsafeRawPointer(column + index).loadUnaligned(as: SIMD8<Int32>.self)
  }
}
