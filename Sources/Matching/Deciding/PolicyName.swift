/// The policies that scenarios can name, by their names: the one list of them.
public enum PolicyName: String, CaseIterable, Sendable {
  case twoCircles = "two_circles"
  case nearest
  case first
  case random
  case insertion

  /// The policy of this name.
  public var policy: any Policy {
    switch self {
    case .twoCircles: TwoCircles()
    case .nearest: Nearest()
    case .first: First()
    case .random: Random()
    case .insertion: BestInsertion()
    }
  }
}
