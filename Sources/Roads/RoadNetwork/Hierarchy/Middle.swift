import Quantities

/// The origin of an arc of a hierarchy, in four bytes as stored in files: a link of the network, or, for a shortcut,
/// the node bypassed.
struct Middle<Node: ListIndex>: Hashable, BitwiseCopyable, Sendable {
  enum Meaning {
    case link(LinkIndex)
    case shortcut(over: Node)
  }

  /// The index of the node, or −1 − the index of the link.
  private let code: Int32

  init(_ link: LinkIndex) { code = -1 - link.rawValue }

  init(over node: Node) { code = node.rawValue }

  @inline(__always)
  var meaning: Meaning {
    code < 0 ? .link(LinkIndex(rawValue: -1 - code)) : .shortcut(over: Node(rawValue: code))
  }
}
