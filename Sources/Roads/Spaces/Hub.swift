/// The end of a trip that is asked about many times in a row.
public enum Hub: Sendable {
  case origin
  case destination
}
