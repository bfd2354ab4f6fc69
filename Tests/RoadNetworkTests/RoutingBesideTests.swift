import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// What routing prepares is kept beside the network file, under the hash of links and times.
@Suite struct RoutingBesideTests {
  private let plan = CityPlan(columns: 20, rows: 20, seed: 8)

  /// Prepares the network at `path`, slowed by `factor`; tells what had to be made.
  private func prepare(
    _ path: String, factor: Double = 1, method: RoutingMethod = .labels
  ) throws -> (index: RoutingIndex, made: [RoutingIndex.Phase]) {
    let loaded = try NetworkSource.load(path)
    var made: [RoutingIndex.Phase] = []
    let network = loaded.network.scaled(travelTimeFactor: factor)
    let index = RoutingIndex(network, of: loaded, method: method) { state in
      guard case .advanced(let phase, let share) = state else { return }
      #expect((0...1).contains(share))
      if made.last != phase { made.append(phase) }
    }
    return (index, made)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Calls `body` with the path of a `.network` file in a folder of its own.
  private func withArchive(_ body: (_ path: String) throws -> Void) throws {
    try withScratchFolder { folder in
      let path = folder + "/town.network"
      try plan.network().network.write(to: path, origin: "")
      try body(path)
    }
  }

  @Test func isMadeOnceForANetworkFile() throws {
    try withArchive { path in
      let first = try prepare(path)
      #expect(first.made == [.contraction, .labels])
      let name = first.index.network.routingFingerprint.prefix(16)
      #expect(try names(path + ".routing") == ["\(name).hierarchy", "\(name).labels"])
      let second = try prepare(path)
      #expect(second.made == [])
      #expect(second.index.labels?.forward.hubs == first.index.labels?.forward.hubs)
      #expect(second.index.hierarchy?.upward == first.index.hierarchy?.upward)
    }
  }

  /// Another factor or another import is another set of files; those of the old weights stay and do no harm.
  @Test func isMadeAgainWhenTheWeightsChange() throws {
    try withArchive { path in
      _ = try prepare(path)
      #expect(try prepare(path, factor: 1.5).made == [.contraction, .labels])
      #expect(try names(path + ".routing").count == 4)
      try plan.network().network.scaled(travelTimeFactor: 2).write(to: path, origin: "")
      let (index, made) = try prepare(path)
      #expect(made == [.contraction, .labels])
      #expect(try names(path + ".routing").count == 6)
      let fresh = HubLabels(ContractionHierarchy(index.network))
      #expect(index.labels?.forward.hubs == fresh.forward.hubs)
      // The labels alone are made where the hierarchy is there.
      #expect(try prepare(path, factor: 3, method: .hierarchy).made == [.contraction])
      #expect(try prepare(path, factor: 3).made == [.labels])
    }
  }

  /// The weights are hashed, not the file: what a name promises is checked against what is inside.
  @Test func refusesFilesOfOtherWeightsUnderItsName() throws {
    try withArchive { path in
      let slow = try prepare(path, factor: 2).index
      let own = try prepare(path).index
      func file(_ index: RoutingIndex, _ kind: String) -> URL {
        URL(filePath: "\(path).routing/\(index.network.routingFingerprint.prefix(16)).\(kind)")
      }
      for kind in ["hierarchy", "labels"] {
        try Data(contentsOf: file(slow, kind)).write(to: file(own, kind))
      }
      let again = try prepare(path)
      #expect(again.made == [.contraction, .labels])
      #expect(again.index.labels?.forward.hubs == own.labels?.forward.hubs)
    }
  }

  @Test func leavesNoHalfOfAFile() throws {
    try withArchive { path in
      let index = try prepare(path).index
      let name = "\(path).routing/\(index.network.routingFingerprint.prefix(16)).labels"
      let whole = try Data(contentsOf: URL(filePath: name))
      try whole.prefix(whole.count / 2).write(to: URL(filePath: name))
      #expect(try prepare(path).made == [.labels])
      #expect(try Data(contentsOf: URL(filePath: name)) == whole)
      #expect(try names(path + ".routing").count == 2)
    }
  }

  /// A file stands where the folder would be: not even an administrator can write there.
  @Test func doesWithoutWhereNothingCanBeWritten() throws {
    try withArchive { path in
      try Data("mine".utf8).write(to: URL(filePath: path + ".routing"))
      let (index, made) = try prepare(path)
      #expect(made == [.contraction, .labels])
      #expect(index.method == .labels)
      #expect(try Data(contentsOf: URL(filePath: path + ".routing")) == Data("mine".utf8))
    }
  }

  @Test func isNotMadeForDijkstra() throws {
    try withArchive { path in
      let made = try prepare(path, method: .dijkstra).made
      #expect(made == [])
      #expect(!FileManager.default.fileExists(atPath: path + ".routing"))
    }
  }

  /// The files of others are left alone unless somebody made the folder.
  @Test func isKeptBesideSourcesOnlyWhereAskedFor() throws {
    try withScratchFolder { folder in
      let path = folder + "/edges.csv"
      let nodes = "node_id,lon,lat\n1,4.0,52\n2,4.001,52\n"
      let edges = "from_node_id,to_node_id,length_m,time_s\n1,2,70,7\n2,1,70,7\n"
      try Data(nodes.utf8).write(to: URL(filePath: folder + "/nodes.csv"))
      try Data(edges.utf8).write(to: URL(filePath: path))
      _ = try prepare(path)
      #expect(try names(folder) == ["edges.csv", "nodes.csv"])
      try FileManager.default.createDirectory(
        atPath: path + ".routing", withIntermediateDirectories: false)
      _ = try prepare(path)
      #expect(try names(path + ".routing").count == 2)
    }
  }

  /// Within a phase the share only grows.
  @Test func progressOnlyGrows() {
    var heard: [(phase: RoutingIndex.Phase, share: Double)] = []
    _ = RoutingIndex(plan.network().network, method: .labels) { state in
      if case .advanced(let phase, let share) = state { heard.append((phase, share)) }
    }
    for phase in [RoutingIndex.Phase.contraction, .labels] {
      let shares = heard.filter { $0.phase == phase }.map(\.share)
      #expect(shares.count >= 2)
      #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 })
    }
    #expect(heard.first?.phase == .contraction && heard.last?.phase == .labels)
  }
}
