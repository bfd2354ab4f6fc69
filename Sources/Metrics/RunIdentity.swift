import Tables

/// Who a run is: what the first columns of its tables say.
public struct RunIdentity: Hashable, Sendable {
  /// The first 16 hex digits of a hash of resolved scenario, seed, replication and input contents.
  public var runID: String
  /// The scenario's name.
  public var scenario: String
  /// The master seed.
  public var seed: UInt64
  /// The replication, counted from 0.
  public var replication: UInt64

  /// Creates an identity from its parts.
  public init(runID: String, scenario: String, seed: UInt64, replication: UInt64) {
    self.runID = runID
    self.scenario = scenario
    self.seed = seed
    self.replication = replication
  }

  /// Creates the identity of a run of the scenario whose canonical text, free of paths, is `canonical`.
  ///
  /// Input files enter by what they are for and by content, in the order of their roles.
  public init(
    scenario: String, canonical: String, seed: UInt64, replication: UInt64, inputs: [InputFile] = []
  ) {
    let files = inputs.map { "input \($0.role) \($0.sha256)\n" }.sorted().joined()
    let digest = Digest.of("\(canonical)\nseed \(seed)\nreplication \(replication)\n\(files)")
    self.init(runID: String(digest.prefix(16)), scenario: scenario, seed: seed, replication: replication)
  }
}
