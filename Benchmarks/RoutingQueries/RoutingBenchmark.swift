import Foundation
import RoadNetwork

/// Measures every routing method on every network, and other people's routing beside it.
///
///     swift run -c release RoutingQueriesBenchmark [--data FOLDER] [--only NETWORK] [--peers PYTHON]
///
/// Prints CSV: microseconds a question (for `prepare` seconds, for `memory` megabytes), median and least of
/// the batches, and how many times faster than our own early-stopping Dijkstra the median is.
@main
struct RoutingBenchmark {

  private var baseline: [String: Double] = [:]
  private let subject: Subject

  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    print("network,method,question,median,least,times_faster_than_dijkstra")
    for name in options.only.map({ [$0] }) ?? Subject.names {
      guard let subject = try Subject(name, data: options.data) else {
        FileHandle.standardError.write(Data("\(name): no data in \(options.data)\n".utf8))
        continue
      }
      var benchmark = RoutingBenchmark(subject)
      benchmark.measureDijkstra()
      benchmark.measurePrepared()
      guard let python = options.python else { continue }
      for row in try Peers(python: python).measure(subject) {
        guard row.question == "sum" else {
          benchmark.report(row.method, row.question, row.value, row.value)
          continue
        }
        // pandana may lose a thousandth of a second on a link; routingkit_cch counts whole ones.
        let ours = Double(benchmark.sumOfTimes())
        let margin = row.method == "pandana" ? ours / 1000 : 0
        guard abs(row.value - ours) <= margin else {
          FileHandle.standardError.write(Data("\(name): \(row.method) gives other times\n".utf8))
          exit(1)
        }
      }
    }
  }

  private init(_ subject: Subject) { self.subject = subject }

  /// The times of the first 200 pairs together, in milliseconds.
  private func sumOfTimes() -> Int {
    var search = ResumableSearch(subject.network)
    var sum = 0
    for pair in subject.pairs.prefix(200) {
      search.start(at: pair.from, .forward)
      sum += Int(search.milliseconds(of: pair.to) ?? 0)
    }
    return sum
  }

  private mutating func measureDijkstra() {
    let pairs = subject.pairs
    var search = ResumableSearch(subject.network)
    report(
      "dijkstra", "one_to_one",
      Measurement(count: 220) {
        search.start(at: pairs[$0].from, .forward)
        _ = search.milliseconds(of: pairs[$0].to)
      })
    var finder = PathFinder(subject.network)
    report(
      "dijkstra", "path", Measurement(count: 220) { _ = finder.path(from: pairs[$0].from, to: pairs[$0].to) })
    report(
      "dijkstra", "one_to_10000",
      Measurement(count: 55) {
        search.start(at: pairs[$0].from, .forward)
        for target in subject.targets { _ = search.milliseconds(of: target) }
      })
    report(
      "dijkstra", "one_to_all",
      Measurement(count: 55) {
        search.start(at: pairs[$0].from, .forward)
        search.settleAll()
      })
  }

  private mutating func measurePrepared() {
    let (hierarchy, contraction) = Measurement.seconds { ContractionHierarchy(subject.network) }
    report("hierarchy", "prepare", contraction, contraction)
    let pairs = subject.pairs
    var search = HierarchySearch(hierarchy)
    report(
      "hierarchy", "one_to_one",
      Measurement(count: 11_000) { _ = search.milliseconds(from: pairs[$0].from, to: pairs[$0].to) })
    measureRouter("hierarchy", RoutingIndex(hierarchy, labelBytes: 0))
    measureSweep(hierarchy)

    let (labels, labelling) = Measurement.seconds { HubLabels(hierarchy) }
    report("labels", "prepare", labelling, labelling)
    report("labels", "memory", Double(labels.byteCount) / 1e6, Double(labels.byteCount) / 1e6)
    report(
      "labels", "one_to_one",
      Measurement(count: 20_000) { _ = labels.milliseconds(from: pairs[$0].from, to: pairs[$0].to) })
    measureRouter("labels", RoutingIndex(hierarchy, labels: labels))
  }

  /// Questions around one root, and canonical paths.
  private mutating func measureRouter(_ method: String, _ index: RoutingIndex) {
    let pairs = subject.pairs
    var router = Router(index)
    report(
      method, "rooted",
      Measurement(count: 11_000) {
        // A new root after every thousand questions.
        router.keep(pairs[$0 / 1_000].from, .backward)
        _ = router.milliseconds(of: pairs[$0].to)
      })
    report(
      method, "path", Measurement(count: 1_100) { _ = router.path(from: pairs[$0].from, to: pairs[$0].to) })
  }

  private mutating func measureSweep(_ hierarchy: ContractionHierarchy) {
    let all = Array(subject.network.nodes)
    for (question, targets) in [("one_to_10000", subject.targets), ("one_to_all", all)] {
      let (selection, selecting) = Measurement.seconds {
        TargetSelection(hierarchy, targets: targets, .forward)
      }
      report("sweep", "select_" + question.dropFirst(7), selecting * 1e6, selecting * 1e6)
      var sweep = SweepSearch(selection)
      var times: [Int32] = []
      report(
        "sweep", question,
        Measurement(count: 1_100) { sweep.times(from: subject.pairs[$0].from, into: &times) })
    }
  }

  private mutating func report(_ method: String, _ question: String, _ measurement: Measurement) {
    report(method, question, measurement.median, measurement.least)
  }

  private mutating func report(_ method: String, _ question: String, _ median: Double, _ least: Double) {
    if method == "dijkstra" { baseline[question] = median }
    let ratio = baseline[question].map { String(Int(($0 / median).rounded())) } ?? ""
    print("\(subject.name),\(method),\(question),\(rounded(median)),\(rounded(least)),\(ratio)")
    fflush(nil)
  }

  private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}

/// What the command line says.
private struct Options {
  var data: String
  var only: String?
  var python: String?

  init(_ arguments: some Sequence<String>) throws {
    data = ProcessInfo.processInfo.environment["DETOUR_DATA"] ?? "../shared/data"
    var words = arguments.makeIterator()
    while let word = words.next() {
      switch (word, words.next()) {
      case ("--data", let value?): data = value
      case ("--only", let value?): only = value
      case ("--peers", let value?): python = value
      default:
        FileHandle.standardError.write(
          Data("usage: RoutingQueriesBenchmark [--data FOLDER] [--only NETWORK] [--peers PYTHON]\n".utf8))
        exit(64)
      }
    }
  }
}
