import CKernels
import Travellers

/// An entry found by a scan.
struct Sighting {
  /// The driver's index above the flags.
  private let word: UInt32

  init(_ word: UInt32) { self.word = word }

  var driver: DriverIndex { DriverIndex(rawValue: Int32(word >> UInt32(DETOUR_FOUND_SHIFT))) }
  /// Whether the report certainly lies within the radius; it is counted then.
  var isSurelyInRadius: Bool { word & UInt32(DETOUR_SURELY_IN_RADIUS) != 0 }
  /// Whether the route may pass near the drop-off.
  var mayPass: Bool { word & UInt32(DETOUR_MAY_PASS) != 0 }
  /// Whether the route certainly passes near the drop-off.
  var surelyPasses: Bool { word & UInt32(DETOUR_SURELY_PASSES) != 0 }
}
