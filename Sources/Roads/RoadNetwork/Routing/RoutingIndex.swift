import Synchronization

/// A network with the prepared data of its routing method; threads share it, and each queries it through its
/// own `Router`.
///
///     let index = RoutingIndex(network, method: .labels)
///     var router = Router(index)
///     router.milliseconds(from: a, to: b)
public final class RoutingIndex: Sendable {
  public let network: Network
  /// The hierarchy; nil for `.dijkstra`.
  public let hierarchy: ContractionHierarchy?
  /// The hub labels; nil unless requested and within the memory limit.
  public let labels: HubLabels?

  // Data derived from the network alone is created once, for any number of runs.
  private let onceLocator = Once<NodeLocator>()
  private let onceCourses = Once<LinkCourses>()
  private let onceStraight = Once<StraightLineBound>()
  private let onceLandmarks = Once<Landmarks>()
  private let onceChains = Once<Chains>()

  /// The phases of the preparation, in order.
  public enum Phase: String, Sendable {
    case contraction = "contracting the network"
    case labels = "labelling its nodes"
  }

  /// The state reported during preparation.
  public enum Preparation: Sendable {
    /// The completed share of a phase, 0 … 1.
    case advanced(Phase, share: Double)
    /// A file of prepared data is unusable, and its content is computed again.
    case refused(ArchiveError)
  }

  /// A callback for the progress of the preparation.
  public typealias Progress = (_ state: Preparation) -> Void

  /// The default memory limit of labels: 1 GiB.
  public static let usualLabelBytes = 1 << 30

  /// Prepares `network` for `method`.
  ///
  /// If labels would take more than about `labelBytes` bytes, the hierarchy is used instead.
  public convenience init(
    _ network: Network, method: RoutingMethod, labelBytes: Int = RoutingIndex.usualLabelBytes,
    progress: Progress = { _ in }
  ) {
    guard method != .dijkstra else {
      self.init(network)
      return
    }
    let hierarchy = ContractionHierarchy(network) { progress(.advanced(.contraction, share: $0)) }
    self.init(hierarchy, labelBytes: method == .labels ? labelBytes : 0, progress: progress)
  }

  /// Creates the index of the bare network.
  public init(_ network: Network) {
    self.network = network
    hierarchy = nil
    labels = nil
  }

  /// Creates the index of an existing hierarchy, with labels if they fit in about `labelBytes` bytes (0 for
  /// none).
  public convenience init(
    _ hierarchy: ContractionHierarchy, labelBytes: Int = RoutingIndex.usualLabelBytes,
    progress: Progress = { _ in }
  ) {
    let fits = labelBytes > 0 && HubLabels.expectedByteCount(hierarchy) <= labelBytes
    self.init(
      hierarchy, labels: fits ? HubLabels(hierarchy) { progress(.advanced(.labels, share: $0)) } : nil)
  }

  /// Creates the index of an existing hierarchy and its labels.
  public init(_ hierarchy: ContractionHierarchy, labels: HubLabels?) {
    network = hierarchy.network
    self.hierarchy = hierarchy
    self.labels = labels
  }

  /// The method in use.
  public var method: RoutingMethod {
    labels != nil ? .labels : hierarchy != nil ? .hierarchy : .dijkstra
  }

  /// The locator of nearest nodes; like the properties below, it is created on first use.
  public var locator: NodeLocator { onceLocator.value { NodeLocator(network) } }
  /// The courses of the links.
  public var courses: LinkCourses { onceCourses.value { LinkCourses(network) } }
  /// A straight-line bound on travel times.
  public var straightLineBound: StraightLineBound { onceStraight.value { StraightLineBound(network) } }
  /// A landmark bound on travel times.
  public var landmarks: Landmarks { onceLandmarks.value { Landmarks(network) } }
  /// The chains and junctions of the network.
  var chains: Chains { onceChains.value { Chains(network) } }
}

/// The methods of exact queries. All give the same results; `RoutingMethod.advised` chooses the fastest.
///
/// The costs of one query between two random nodes (Benchmarks/RoutingQueries/README.md):
///
/// | method | preparation | memory per node | 33,609 nodes | 99,856 nodes |
/// |---|---|---|---|---|
/// | `dijkstra` | nothing | none | 600 µs | 3,100 µs |
/// | `hierarchy` | 11 to 60 µs per node | 60 to 100 bytes | 12 µs | 25 µs |
/// | `labels` | another 6 to 20 µs per node | another 0.8 to 1.2 kB | 0.6 µs | 1.1 µs |
///
/// For many fixed targets, use a `SweepSearch` instead; the choice is explained in
/// docs/decisions/0007-exact-queries.md.
public enum RoutingMethod: String, CaseIterable, Hashable, Sendable {
  /// Dijkstra's search on the bare network.
  case dijkstra
  /// A contraction hierarchy.
  case hierarchy
  /// Hub labels, derived from a hierarchy.
  case labels

  /// The number of queries below which a contraction does not pay off: it costs about 30 µs per node, and a query with
  /// Dijkstra's search about 20 ns per node.
  public static let questionsThatRepayContraction = 1_500

  /// Returns the fastest method for `questions` queries, including preparation.
  ///
  /// - Parameter questions: the approximate number of queries between two nodes; nil: very many.
  public static func advised(questions: Int?) -> RoutingMethod {
    guard let questions, questions < questionsThatRepayContraction else { return .labels }
    return .dijkstra
  }
}

/// A lazily created value shared by all threads.
final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// Returns the value; the first caller creates it with `make`, and other threads wait for it.
  func value(_ make: () -> Value) -> Value {
    made.withLock { value in
      if let value { return value }
      let fresh = make()
      value = fresh
      return fresh
    }
  }
}
