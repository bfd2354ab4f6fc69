import CKernels
import Market

/// An entry that a scan found.
struct Sighting {
  var driver: DriverIndex
  private var flags: UInt32

  init(driver: DriverIndex, flags: UInt32) {
    self.driver = driver
    self.flags = flags
  }

  /// Whether the report surely lies in the radius; it is counted then.
  var isSurelyInRadius: Bool { flags & UInt32(DETOUR_SURELY_IN_RADIUS) != 0 }
  /// Whether the route may pass near the drop-off.
  var mayPass: Bool { flags & UInt32(DETOUR_MAY_PASS) != 0 }
  /// Whether it surely does.
  var surelyPasses: Bool { flags & UInt32(DETOUR_SURELY_PASSES) != 0 }
}

extension IndexEntries {
  /// Compares the entries of `range` with `query`; adds to `inRadius` how many surely are in the radius, and
  /// hands those to `body` that may be candidates or may be in the radius.
  func scan(
    _ range: Range<Int>, _ query: detour_scan_query, inRadius: inout Int, _ body: (Sighting) -> Void
  ) {
    var columns = detour_entries(
      x: column(.x), y: column(.y), z: column(.z), vx: column(.vx), vy: column(.vy), vz: column(.vz),
      end_x: column(.endX), end_y: column(.endY), end_z: column(.endZ), bulge: column(.bulge),
      step: column(.step), from: column(.from), until: column(.until))
    var query = query
    var sure: Int64 = 0
    let count = detour_scan(
      &columns, Int64(range.lowerBound), Int64(range.upperBound), &query, found, &sure)
    inRadius += Int(sure)
    let driver = column(.driver)
    let shift = UInt32(DETOUR_FOUND_SHIFT)
    for place in 0..<Int(count) {
      let word = found[place]
      body(Sighting(driver: DriverIndex(rawValue: driver[Int(word >> shift)]), flags: word))
    }
  }
}
