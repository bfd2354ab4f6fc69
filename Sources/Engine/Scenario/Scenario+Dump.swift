public import JSON5

extension Scenario {
  /// The scenario with all defaults, keys in documentation order: for the manifest.
  ///
  /// `load` reads it back as the same scenario.
  public var resolved: JSON { .object(members.write(self, .reload)) }

  /// Returns the canonical text of this run, to be hashed for its id.
  ///
  /// It contains the resolved scenario with seed and replication, without fields that cannot change results: name,
  /// description, zone names, recorded tables, and the market if it is `carpool`. Files enter by content only:
  /// `inputs` are the hashes of those read by the run, in a fixed order (network, time profile, drivers, requests,
  /// trips).
  public func identity(inputs: [String] = []) -> String {
    let written = members.write(self, .identity)
    return JSON.object(written + [JSON.Member("inputs", .list(inputs.map { .text($0) }))]).compact
  }
}
