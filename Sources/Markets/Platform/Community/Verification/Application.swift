/// An application of a user to be verified.
public struct Application: Equatable, Sendable {
  public var user: UserIndex
  /// Counts from 1.
  public var number: Int32
  public var way: TeamCase
  public var isRefused: Bool
}
