public import Quantities

extension Scenario {
  /// The behaviour after a failed cycle, when the requester has been notified.
  public struct Relaunch: Equatable, Sendable {
    public var probability = 0.5
    public var delay = Milliseconds(180_000)

    public init() {}
  }
}
