import CKernels
import Travellers

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
