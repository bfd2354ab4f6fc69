public import RoadNetwork

/// The progress reported while a scenario is prepared for a run.
public enum Preparation: Sendable {
  /// The network is being prepared.
  case network(RoutingIndex.Preparation)
  /// The travellers are being drawn; `share` is the completed share, 0 … 1.
  case drawing(travellers: String, share: Double)

  /// A callback for the progress of the preparation.
  public typealias Progress = (_ state: Preparation) -> Void
}
