import Ground
import Models
import RoadNetwork
import Scenario
import Synchronization

/// The networks of a study, each loaded and prepared once and shared by all runs with equal spaces, together with
/// their participants.
///
/// Networks no longer used by any run are released, except for the last one.
final class GroundStock: Sendable {
  private let folder: String
  private let method: RoutingMethod
  private let stock = Mutex(Stock())
  private let populations = InputStock()

  /// A ground held by reference.
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

  /// Creates the stock for scenarios with files relative to `folder`.
  init(folder: String, method: RoutingMethod) {
    self.folder = folder
    self.method = method
  }

  /// Returns the ground source for runs of `point` on the ground `shared`; points with equal participants share them.
  func source(of point: StudyPoint, on shared: Shared) -> GroundSource {
    .shared(shared.ground, point.sharesPeople ? populations : nil)
  }

  /// Returns the ground of `point`; concurrent callers wait.
  ///
  /// - Throws: `NetworkError` or `TableError` with all faults in the network's files.
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
