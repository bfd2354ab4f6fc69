public import Quantities

extension Scenario {
  /// What follows when a cycle has failed and the requester has been told so.
  public struct Relaunch: Equatable, Sendable {
    public var probability = 0.5
    public var delay = Milliseconds(180_000)

    public init() {}
  }
}
