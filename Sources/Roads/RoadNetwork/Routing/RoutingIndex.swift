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

  /// The phases of the preparation, in order.
  public enum Phase: String, Sendable {
    case contraction = "contracting the network"
    case labels = "labelling its nodes"
  }

  /// The state reported during preparation.
  public enum Preparation: Sendable {
    /// The completed share of a phase, 0 … 1.
    case advanced(Phase, share: Double)
    /// A file of prepared data that cannot be used, so that its content is computed again.
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

  /// The locator of nearest nodes; created on first use, as are the following.
  public var locator: NodeLocator { onceLocator.value { NodeLocator(network) } }
  /// The courses of the links.
  public var courses: LinkCourses { onceCourses.value { LinkCourses(network) } }
  /// A straight-line bound on travel times.
  public var straightLineBound: StraightLineBound { onceStraight.value { StraightLineBound(network) } }
  /// A landmark bound on travel times.
  public var landmarks: Landmarks { onceLandmarks.value { Landmarks(network) } }
}
