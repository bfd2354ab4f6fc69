public import JSON5

extension Scenario {
  /// The scenario with every default filled in, keys in the order of the documentation: for the manifest.
  ///
  /// `load` reads it back as the same scenario.
  public var resolved: JSON { .object(members.write(self, .reload)) }

  /// The text that tells this run from others, to be hashed for the run's id.
  ///
  /// It holds the resolved scenario, seed and replication included, without what cannot change a result: name,
  /// description, names of zones, what is recorded, and the market where it is `carpool`. Files enter by their content
  /// only: `inputs` are the hashes of those that the run reads, in a fixed order (network, time profile, drivers,
  /// requests, trips).
  public func identity(inputs: [String] = []) -> String {
    let written = members.write(self, .identity)
    return JSON.object(written + [JSON.Member("inputs", .list(inputs.map { .text($0) }))]).compact
  }
}
