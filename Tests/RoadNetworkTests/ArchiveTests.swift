import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite final class ArchiveTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
  private let network = CityPlan(columns: 12, rows: 10, seed: 8).network().network
  private var path: String { folder.appending(path: "file").path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func givesBackWhatWasWritten() throws {
    let hierarchy = ContractionHierarchy(network)
    try hierarchy.write(to: path)
    let again = try ContractionHierarchy(network, contentsOf: path)
    #expect(again.ranks == hierarchy.ranks)
    #expect(again.nodes == hierarchy.nodes)
    #expect(again.upward == hierarchy.upward)
    #expect(again.downward == hierarchy.downward)
    #expect(again.upwardMiddles == hierarchy.upwardMiddles)
    #expect(again.downwardMiddles == hierarchy.downwardMiddles)

    let labels = HubLabels(hierarchy)
    try labels.write(to: path)
    let sameLabels = try HubLabels(network, contentsOf: path)
    #expect(sameLabels.forward.first == labels.forward.first)
    #expect(sameLabels.forward.hubs == labels.forward.hubs)
    #expect(sameLabels.backward.hubs == labels.backward.hubs)
  }

  /// Files hold the memory of arrays: what names a number by its kind must not widen it.
  @Test func entriesAreAsWideAsTheirNumbers() {
    #expect(MemoryLayout<Arc<NodeIndex>>.stride == 8 && MemoryLayout<Arc<Rank>>.stride == 8)
    #expect(MemoryLayout<Middle<Rank>>.stride == 4 && MemoryLayout<HubEntry>.stride == 8)
  }

  @Test func linksAndMiddlesAreToldApart() {
    for number in [0, 1, Int32.max] {
      guard case .link(LinkIndex(rawValue: number)) = Middle<Rank>(LinkIndex(rawValue: number)).meaning,
        case .shortcut(over: Rank(rawValue: number)) = Middle(over: Rank(rawValue: number)).meaning
      else {
        Issue.record("\(number)")
        continue
      }
    }
  }

  @Test func refusesAnotherNetworkAndAnotherKind() throws {
    try ContractionHierarchy(network).write(to: path)
    let slower = network.scaled(travelTimeFactor: 1.1)
    #expect(throws: ArchiveError.otherNetwork(file: path)) {
      try ContractionHierarchy(slower, contentsOf: path)
    }
    #expect(throws: ArchiveError.kind(file: path, found: "hierarchy", expected: "labels")) {
      try HubLabels(network, contentsOf: path)
    }
  }

  @Test func refusesWhatIsMissingOrSomethingElse() throws {
    #expect(throws: ArchiveError.self) { try HubLabels(network, contentsOf: path) }
    for text in [
      "", "node_id,x_coord\n", "detour-archive one labels\n", String(repeating: "x", count: 1_000),
    ] {
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(throws: ArchiveError.notAnArchive(file: path)) { try HubLabels(network, contentsOf: path) }
    }
    try Data("detour-archive 99 labels\n".utf8).write(to: URL(filePath: path))
    #expect(throws: ArchiveError.version(file: path, found: 99, expected: BinaryArchive.version)) {
      try HubLabels(network, contentsOf: path)
    }
  }

  /// No cut and no changed byte goes unnoticed.
  @Test func refusesDamage() throws {
    let small = CityPlan(columns: 3, rows: 3).network().network
    try ContractionHierarchy(small).write(to: path)
    let sound = try Data(contentsOf: URL(filePath: path))
    for length in stride(from: 0, to: sound.count, by: 7) {
      try sound.prefix(length).write(to: URL(filePath: path))
      #expect(throws: ArchiveError.self) { try ContractionHierarchy(small, contentsOf: path) }
    }
    for index in stride(from: 0, to: sound.count, by: 5) {
      var changed = sound
      changed[index] ^= 0x10
      try changed.write(to: URL(filePath: path))
      #expect(throws: ArchiveError.self, "byte \(index)") {
        try ContractionHierarchy(small, contentsOf: path)
      }
    }
  }

  @Test func fillsAndUsesAFolder() throws {
    let cache = folder.appending(path: "made/on/the/way").path
    let first = RoutingIndex(network, method: .labels, cachedIn: cache)
    #expect(first.method == .labels)
    let names = try FileManager.default.contentsOfDirectory(atPath: cache).sorted()
    let name = String(network.routingFingerprint.prefix(16))
    #expect(names == [name + ".hierarchy", name + ".labels"])
    try Data("spoilt".utf8).write(to: URL(filePath: cache + "/" + names[1]))
    let second = RoutingIndex(network, method: .labels, cachedIn: cache)
    #expect(second.labels?.forward.hubs == first.labels?.forward.hubs)
    let third = try HubLabels(network, contentsOf: cache + "/" + names[1])
    #expect(third.forward.hubs == first.labels?.forward.hubs)
  }

  @Test func preparesAllTheSameWhereNothingCanBeWritten() {
    #expect(RoutingIndex(network, method: .hierarchy, cachedIn: "/proc/none").method == .hierarchy)
  }

  @Test func fingerprintsTimesAndOrderButNotPlaces() {
    var moved = NetworkBuilder(geometry: .globe)
    for _ in 0..<network.nodeCount { moved.addNode(id: 0, at: Coordinates(x: 1, y: 1)) }
    for link in network.links {
      moved.addLink(
        id: 0, from: network.tails[Int(link)], to: network.head(of: link), metres: 1,
        milliseconds: network.milliseconds(of: link))
    }
    #expect(moved.build().routingFingerprint == network.routingFingerprint)
    #expect(network.scaled(travelTimeFactor: 2).routingFingerprint != network.routingFingerprint)
  }
}
