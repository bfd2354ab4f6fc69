/// A network with what its routing method prepared; threads share it and each asks through its own `Router`.
///
///     let index = RoutingIndex(network, method: .labels)
///     var router = Router(index)
///     router.milliseconds(from: a, to: b)
public final class RoutingIndex: Sendable {
  public let network: Network
  /// The hierarchy; nil for `.dijkstra`.
  public let hierarchy: ContractionHierarchy?
  /// The hub labels; nil unless they were asked for and fit.
  public let labels: HubLabels?

  // What follows from the network alone is made once, however many runs ask for it.
  private let onceLocator = Once<NodeLocator>()
  private let onceCourses = Once<LinkCourses>()
  private let onceStraight = Once<StraightLineBound>()
  private let onceLandmarks = Once<Landmarks>()

  /// The parts of the preparation, one after the other.
  public enum Phase: String, Sendable {
    case contraction = "contracting the network"
    case labels = "labelling its nodes"
  }

  /// The progress reported while an index is prepared.
  public enum Preparation: Sendable {
    /// The share of a phase that is done, 0 … 1.
    case advanced(Phase, share: Double)
    /// A file of prepared data that cannot be used, so that its content is made again.
    case refused(ArchiveError)
  }

  /// A listener that hears now and then how far the preparation is.
  public typealias Progress = (_ state: Preparation) -> Void

  /// The memory that labels may take unless the caller says otherwise: 1 GiB.
  public static let usualLabelBytes = 1 << 30

  /// Prepares `network` for `method`.
  ///
  /// Labels that would take more than about `labelBytes` bytes are not made; the hierarchy answers instead.
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

  /// The index of the bare network.
  public init(_ network: Network) {
    self.network = network
    hierarchy = nil
    labels = nil
  }

  /// The index of a hierarchy made before, with labels if they fit in about `labelBytes` bytes (0 for none).
  public convenience init(
    _ hierarchy: ContractionHierarchy, labelBytes: Int = RoutingIndex.usualLabelBytes,
    progress: Progress = { _ in }
  ) {
    let fits = labelBytes > 0 && HubLabels.expectedByteCount(hierarchy) <= labelBytes
    self.init(
      hierarchy, labels: fits ? HubLabels(hierarchy) { progress(.advanced(.labels, share: $0)) } : nil)
  }

  /// The index of a hierarchy and the labels derived from it, both made before.
  public init(_ hierarchy: ContractionHierarchy, labels: HubLabels?) {
    network = hierarchy.network
    self.hierarchy = hierarchy
    self.labels = labels
  }

  /// The method that answers.
  public var method: RoutingMethod {
    labels != nil ? .labels : hierarchy != nil ? .hierarchy : .dijkstra
  }

  /// Finds nodes near to points; made when it is first asked for, like what follows.
  public var locator: NodeLocator { onceLocator.value { NodeLocator(network) } }
  /// The courses of the links.
  public var courses: LinkCourses { onceCourses.value { LinkCourses(network) } }
  /// A bound on times by straight lines.
  public var straightLineBound: StraightLineBound { onceStraight.value { StraightLineBound(network) } }
  /// A bound on times by landmarks.
  public var landmarks: Landmarks { onceLandmarks.value { Landmarks(network) } }
}
