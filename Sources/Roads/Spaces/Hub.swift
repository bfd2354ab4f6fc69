/// The end of a trip that stays the same over many consecutive queries.
public enum Hub: Sendable {
  case origin
  case destination
}
