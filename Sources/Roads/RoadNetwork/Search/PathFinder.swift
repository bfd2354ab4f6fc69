/// Finds canonical paths on the bare network: the reference, and enough where paths are few.
///
/// `Router` finds the same paths faster once a network is prepared.
public struct PathFinder: ~Copyable, Sendable {
  private let network: Network
  private var search: ResumableSearch

  /// Creates a path finder over `network`; it belongs to one thread.
  public init(_ network: Network) {
    self.network = network
    search = ResumableSearch(network)
  }

  /// The canonical path from `origin` to `destination`; nil where no route of less than `Network.horizon`
  /// leads there.
  ///
  /// The search from the last destination is kept: paths of many origins to one destination share it.
  ///
  /// - Precondition: both are nodes of the network.
  public mutating func path(from origin: NodeIndex, to destination: NodeIndex) -> Path? {
    if search.root != destination { search.start(at: destination, .backward) }
    return network.canonicalPath(from: origin, to: destination, &search)
  }
}
