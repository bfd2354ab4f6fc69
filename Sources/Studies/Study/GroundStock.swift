import Ground
import Models
import RoadNetwork
import Scenario
import Synchronization

/// The networks of a study, each read and prepared once and shared by all runs of points with equal spaces, and the people
/// on them.
///
/// Those that no run uses any more are let go, but for the last one.
final class GroundStock: Sendable {
  private let folder: String
  private let method: RoutingMethod
  private let stock = Mutex(Stock())
  private let populations = InputStock()

  /// A ground that is reached through a reference.
  final class Shared: Sendable {
    let ground: Ground

    init(_ ground: Ground) { self.ground = ground }
  }

  private struct Stock {
    var last: Shared?
    var known: [Int: Reference] = [:]
  }

  private struct Reference: Sendable {
    weak var shared: Shared?
  }

  /// Creates the stock of scenarios whose files are relative to `folder`.
  init(folder: String, method: RoutingMethod) {
    self.folder = folder
    self.method = method
  }

  /// The source of the ground of runs of `point`, which is `shared`, with the people of other points where those have
  /// the same.
  func source(of point: StudyPoint, on shared: Shared) -> GroundSource {
    .shared(shared.ground, point.sharesPeople ? populations : nil)
  }

  /// The ground of `point`; others who ask meanwhile wait.
  ///
  /// - Throws: `NetworkError` or `TableError` with everything that is wrong with the network's files.
  func ground(of point: StudyPoint) throws -> Shared {
    try stock.withLock { stock in
      if let shared = stock.known[point.space]?.shared { return shared }
      let shared = Shared(try Ground(point.scenario.space, folder: folder, method: method))
      stock.known[point.space] = Reference(shared: shared)
      stock.last = shared
      return shared
    }
  }
}
