import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct RouterTests {
  private let network = CityPlan(columns: 18, rows: 15, seed: 21).network().network

  @Test(arguments: RoutingMethod.allCases)
  func answersByEveryMethod(method: RoutingMethod) {
    let index = RoutingIndex(network, method: method)
    #expect(index.method == method)
    var router = Router(index)
    var reference = PathFinder(network)
    var search = ResumableSearch(network)
    var random = TestGenerator(seed: 1)
    for _ in 0..<60 {
      let origin = NodeIndex.random(in: network.nodes, using: &random)
      let destination = NodeIndex.random(in: network.nodes, using: &random)
      search.start(at: origin, .forward)
      let time = search.milliseconds(of: destination)
      let direct = router.milliseconds(from: origin, to: destination)
      router.start(at: destination, .backward)
      let rooted = router.milliseconds(of: origin)
      let path = router.path(from: origin, to: destination)
      let expected = reference.path(from: origin, to: destination)
      #expect(direct == time)
      #expect(rooted == time)
      #expect(path == expected)
    }
  }

  @Test func keepsTheRootWhilePathsAreFound() {
    var router = Router(RoutingIndex(network, method: .hierarchy))
    router.start(at: 3, .forward)
    let before = router.milliseconds(of: 100)
    _ = router.path(from: 50, to: 60)
    let after = router.milliseconds(of: 100)
    #expect(before == after)
  }

  @Test(arguments: RoutingMethod.allCases)
  func sharesAnIndexAmongThreads(method: RoutingMethod) async {
    let index = RoutingIndex(network, method: method)
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var router = Router(index)
          var sum = 0
          for node in index.network.nodes {
            sum += Int(router.milliseconds(from: node, to: 7) ?? 0)
            sum += router.path(from: 7, to: node)?.links.count ?? 0
          }
          return sum
        }
      }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(sums.count == 4 && Set(sums).count == 1)
  }

  @Test func leavesOutLabelsThatDoNotFit() {
    let hierarchy = ContractionHierarchy(network)
    #expect(RoutingIndex(hierarchy, labelBytes: 1_000).method == .hierarchy)
    let labels = HubLabels(hierarchy)
    let expected = HubLabels.expectedByteCount(hierarchy)
    #expect(expected > labels.byteCount / 2 && expected < 2 * labels.byteCount)
  }

  @Test func advisesNoPreparationForFewQuestions() {
    #expect(RoutingMethod.advised(questions: 100) == .dijkstra)
    #expect(RoutingMethod.advised(questions: nil) == .labels)
  }
}
