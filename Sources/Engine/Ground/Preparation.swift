public import RoadNetwork

/// What is told while a scenario is made ready to run.
public enum Preparation: Sendable {
  /// The network is prepared.
  case network(RoutingIndex.Preparation)
  /// Those who take part are drawn, of which a share is done, 0 … 1.
  case drawing(travellers: String, share: Double)

  /// What hears now and then how far it is.
  public typealias Progress = (_ state: Preparation) -> Void
}
