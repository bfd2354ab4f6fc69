import Tables

extension Network {
  /// The SHA-256 of all that routing depends on: which node each link leaves and enters, in their order, and
  /// how long it takes; 64 hexadecimal digits.
  ///
  /// Coordinates, lengths and ids are left out: they change neither times nor paths.
  public var routingFingerprint: String {
    var digest = Digest()
    digest.update("detour-network 1 \(nodeCount) \(linkCount)\n")
    outgoing.first.withUnsafeBytes { digest.update($0) }
    outgoing.arcs.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }
}
