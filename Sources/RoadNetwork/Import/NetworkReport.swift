/// What an importer read and what it left out, so that nothing is lost without a word.
public struct NetworkReport: Hashable, Sendable {
  /// The number of nodes in the source.
  public var nodesRead = 0
  /// The number of directed links in the source: a two-way link counts twice.
  public var linksRead = 0
  /// Links that lead back to the node they leave.
  public var selfLoopsDropped = 0
  /// The number of strongly connected parts before all but the largest were dropped.
  public var components = 0
  /// Nodes outside the largest strongly connected part.
  public var nodesDropped = 0
  /// Links with an end outside the largest strongly connected part.
  public var linksDropped = 0

  /// Creates a report of nothing read.
  public init() {}
}

extension NetworkReport: CustomStringConvertible {
  public var description: String {
    """
    \(nodesRead) nodes and \(linksRead) directed links read; dropped: \(selfLoopsDropped) self loops, \
    \(nodesDropped) nodes and \(linksDropped) links outside the largest of \(components) strongly \
    connected parts
    """
  }
}
