public import JSON5

/// The fate of a request, attempt by attempt: in lines for people, and in members of JSON for programs.
public struct RequestAccount: Sendable {
  /// Lines, each ended by a line feed.
  public var text: String
  /// The figures and words of lists in it.
  public var members: [JSON.Member]

  /// An account in words, and what programs read of it.
  public init(_ text: String, members: [JSON.Member] = []) {
    self.text = text
    self.members = members
  }
}
