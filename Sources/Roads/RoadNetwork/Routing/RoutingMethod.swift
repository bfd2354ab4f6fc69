/// The methods of exact queries. All give the same results; `RoutingMethod.advised` chooses.
///
/// The costs of one query between two random nodes (Benchmarks/RoutingQueries/README.md):
///
/// | method | prepares | memory a node | 33,609 nodes | 99,856 nodes |
/// |---|---|---|---|---|
/// | `dijkstra` | nothing | none | 600 µs | 3,100 µs |
/// | `hierarchy` | 11 to 60 µs a node | 60 to 100 bytes | 12 µs | 25 µs |
/// | `labels` | 6 to 20 µs a node more | 0.8 to 1.2 kB more | 0.6 µs | 1.1 µs |
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

  /// The number of queries below which a contraction does not pay off: it costs some 30 µs a node, and a
  /// query with Dijkstra's search some 20 ns a node.
  public static let questionsThatRepayContraction = 1_500

  /// Returns the fastest method for `questions` queries, including preparation.
  ///
  /// - Parameter questions: the approximate number of queries between two nodes; nil: very many.
  public static func advised(questions: Int?) -> RoutingMethod {
    guard let questions, questions < questionsThatRepayContraction else { return .labels }
    return .dijkstra
  }
}
