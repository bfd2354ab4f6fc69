import CKernels
import Travellers

/// An entry that a scan found.
struct Sighting {
  /// The driver's index above the flags.
  private let word: UInt32

  init(_ word: UInt32) { self.word = word }

  var driver: DriverIndex { DriverIndex(rawValue: Int32(word >> UInt32(DETOUR_FOUND_SHIFT))) }
  /// True if the report surely lies in the radius; it is counted then.
  var isSurelyInRadius: Bool { word & UInt32(DETOUR_SURELY_IN_RADIUS) != 0 }
  /// True if the route may pass near the drop-off.
  var mayPass: Bool { word & UInt32(DETOUR_MAY_PASS) != 0 }
  /// True if it surely does.
  var surelyPasses: Bool { word & UInt32(DETOUR_SURELY_PASSES) != 0 }
}
