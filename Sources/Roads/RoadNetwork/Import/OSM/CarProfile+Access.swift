/// How the tags of a way admit or exclude cars.
extension CarProfile {
  /// A key for access rules, with its variants for one direction and for conditional access.
  struct AccessKey: Hashable, Sendable {
    var both, forward, backward, conditional: OSMTags.Key
  }

  /// The access keys, the most specific first: the first one present decides, and its variant for the direction takes
  /// precedence over the one for both directions.
  static let accessKeys: [AccessKey] = [
    AccessKey(
      both: .motorcar, forward: .motorcarForward, backward: .motorcarBackward,
      conditional: .motorcarConditional),
    AccessKey(
      both: .motorVehicle, forward: .motorVehicleForward, backward: .motorVehicleBackward,
      conditional: .motorVehicleConditional),
    AccessKey(
      both: .vehicle, forward: .vehicleForward, backward: .vehicleBackward, conditional: .vehicleConditional),
    AccessKey(
      both: .access, forward: .accessForward, backward: .accessBackward, conditional: .accessConditional),
  ]

  /// Values of the access keys that exclude cars; all others (`yes`, `permissive`, `destination`, `customers`, …)
  /// admit them.
  static let excludedAccess = [
    "no", "private", "agricultural", "forestry", "delivery", "emergency", "bus", "psv", "military", "permit",
    "residents", "restricted",
  ]

  /// Returns whether access tags close the way in `direction` to cars.
  static func isClosed(_ tags: OSMTags, _ direction: KeyPath<AccessKey, OSMTags.Key>) -> Bool {
    for key in accessKeys {
      guard let value = tags[key[keyPath: direction]] ?? tags[key.both] else { continue }
      // Of several values, as in "agricultural;destination", one that admits cars suffices.
      return value.split(separator: ";").allSatisfy {
        excludedAccess.contains($0.trimmingPrefix(while: \.isWhitespace).lowercased())
      }
    }
    return false
  }
}
