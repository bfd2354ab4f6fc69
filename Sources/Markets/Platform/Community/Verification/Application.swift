/// A user's application for verification.
public struct Application: Equatable, Sendable {
  public var user: UserIndex
  /// The number of the application among the user's, counting from 1.
  public var number: Int32
  public var way: TeamCase
  public var isRefused: Bool
}
