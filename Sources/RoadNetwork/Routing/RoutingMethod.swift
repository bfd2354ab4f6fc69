/// The methods that answer exact questions. All give the same answers; `RoutingMethod.advised` chooses.
///
/// Measured on a 2.x GHz server core, for one question between random nodes:
///
/// | method | prepares | memory a node | 33,609 nodes | 100,000 nodes |
/// |---|---|---|---|---|
/// | `dijkstra` | nothing | none | 550 µs | 2,300 µs |
/// | `hierarchy` | 15 to 50 µs a node | 60 to 100 bytes | 11 µs | 23 µs |
/// | `labels` | 6 to 100 µs a node more | 0.8 to 3 kB | 0.5 µs | 1 µs |
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
