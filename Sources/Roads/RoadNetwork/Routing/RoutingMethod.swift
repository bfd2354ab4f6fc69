/// The methods that answer exact questions. All give the same answers; `RoutingMethod.advised` chooses.
///
/// Their costs, for one question between two random nodes (Benchmarks/RoutingQueries/README.md):
///
/// | method | prepares | memory a node | 33,609 nodes | 99,856 nodes |
/// |---|---|---|---|---|
/// | `dijkstra` | nothing | none | 600 µs | 3,100 µs |
/// | `hierarchy` | 11 to 60 µs a node | 60 to 100 bytes | 12 µs | 25 µs |
/// | `labels` | 6 to 20 µs a node more | 0.8 to 1.2 kB more | 0.6 µs | 1.1 µs |
///
/// Questions about many fixed targets are asked by a `SweepSearch` instead; docs/decisions/0007-exact-queries.md
/// says why these.
public enum RoutingMethod: String, CaseIterable, Hashable, Sendable {
  /// Dijkstra's search on the bare network.
  case dijkstra
  /// A contraction hierarchy.
  case hierarchy
  /// Hub labels, made from a hierarchy.
  case labels

  /// Fewer questions than this do not repay a contraction: it costs some 30 µs a node, and a question to
  /// Dijkstra some 20 ns a node.
  public static let questionsThatRepayContraction = 1_500

  /// The method that answers `questions` questions soonest.
  ///
  /// - Parameter questions: How many times between two nodes will be asked for, roughly; nil for very many.
  public static func advised(questions: Int?) -> RoutingMethod {
    guard let questions, questions < questionsThatRepayContraction else { return .labels }
    return .dijkstra
  }
}
