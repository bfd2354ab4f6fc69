public import RoadNetwork

/// The progress reported while a scenario is prepared for a run.
public enum Preparation: Sendable {
  /// The network is being prepared.
  case network(RoutingIndex.Preparation)
  /// The completed share of drawing the travellers, 0 … 1.
  case drawing(travellers: String, share: Double)

  /// A callback for the progress of the preparation.
  public typealias Progress = (_ state: Preparation) -> Void
}
