import Tables

extension Network {
  /// The SHA-256 of the inputs of routing: tail, head and travel time of each link, in their order; 64
  /// hexadecimal digits.
  ///
  /// Coordinates, lengths and ids are left out: they affect neither times nor paths.
  public var routingFingerprint: String {
    var digest = Digest()
    digest.update("detour-network 1 \(nodeCount) \(linkCount)\n")
    outgoing.first.withUnsafeBytes { digest.update($0) }
    outgoing.arcs.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }
}
