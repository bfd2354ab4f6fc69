import CKernels
import Travellers

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
