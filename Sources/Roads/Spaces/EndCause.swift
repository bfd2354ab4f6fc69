/// The reason a trip, or one of its ends, is impossible in a space.
///
/// The raw value is the name in the files.
public enum EndCause: String, CaseIterable, Sendable {
  case offNetwork = "off_network"
  case unknownNode = "unknown_node"
  case outsideSpace = "outside_space"
  case tooLong = "too_long"
  case unreachable
  case sameEnds = "same_ends"

  /// The meaning of the cause, in one sentence.
  public var meaning: String {
    switch self {
    case .offNetwork: "an end lies farther from the nearest node than the snap distance"
    case .unknownNode: "an end names a node that is not in the network"
    case .outsideSpace: "an end lies outside the space"
    case .tooLong: "the trip is longer than the longest trip allowed"
    case .unreachable: "there is no route from the origin to the destination"
    case .sameEnds: "origin and destination are the same place"
    }
  }
}
