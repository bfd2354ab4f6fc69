import Quantities

/// The middle behind an arc of a hierarchy, in the four bytes that files hold: a link of the network, or the node that
/// a shortcut passes over.
struct Middle<Node: ListIndex>: Hashable, BitwiseCopyable, Sendable {
  enum Meaning {
    case link(LinkIndex)
    case shortcut(over: Node)
  }

  /// The node, or -1 minus the link.
  private let code: Int32

  init(_ link: LinkIndex) { code = -1 - link.rawValue }

  init(over node: Node) { code = node.rawValue }

  @inline(__always)
  var meaning: Meaning {
    code < 0 ? .link(LinkIndex(rawValue: -1 - code)) : .shortcut(over: Node(rawValue: code))
  }
}
