public import JSON5

/// The account of a request, attempt by attempt: as text lines, and as JSON members.
public struct RequestAccount: Sendable {
  /// The lines, each ended by a line feed.
  public var text: String
  /// The figures and listed words of the account.
  public var members: [JSON.Member]

  /// Creates an account from its text and its JSON members.
  public init(_ text: String, members: [JSON.Member] = []) {
    self.text = text
    self.members = members
  }
}
