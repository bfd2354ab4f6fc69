public import RoadNetwork

/// The progress reported while a scenario is made ready to run.
public enum Preparation: Sendable {
  /// The network is prepared.
  case network(RoutingIndex.Preparation)
  /// The drawing of those who take part, of which a share is done, 0 … 1.
  case drawing(travellers: String, share: Double)

  /// A listener that hears now and then how far it is.
  public typealias Progress = (_ state: Preparation) -> Void
}
