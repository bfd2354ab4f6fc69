/// Finds canonical paths on the bare network: the reference implementation, sufficient for a few paths.
///
/// `Router` finds the same paths faster on a prepared network.
public struct PathFinder: ~Copyable, Sendable {
  private let network: Network
  private var search: ResumableSearch

  /// Creates a path finder over `network`; not thread-safe.
  public init(_ network: Network) {
    self.network = network
    search = ResumableSearch(network)
  }

  /// Returns the canonical path from `origin` to `destination`; nil if no route is shorter than
  /// `Network.horizon`.
  ///
  /// The search from the last destination is kept: consecutive paths to the same destination share it.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func path(from origin: NodeIndex, to destination: NodeIndex) -> Path? {
    if search.root != destination { search.start(at: destination, .backward) }
    return network.canonicalPath(from: origin, to: destination, &search)
  }
}
