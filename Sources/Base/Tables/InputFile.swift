/// A file read by a run, identified by its content.
public struct InputFile: Hashable, Sendable {
  /// The role of the file: `network`, `time_profile`, `drivers`, `requests`, `trips`, `zones`, `matrix`,
  /// `node_weights`, `offers`, `offer_stops`, `offer_prices`, `bookings`, `friends` or `policy`; other markets
  /// define their own.
  public var role: String
  /// The path as in the scenario, relative to the scenario's folder; for a file in a folder, the folder's path and
  /// the file's name. Not part of the run's identity.
  public var path: String
  /// The SHA-256 hash of the file's bytes, 64 hexadecimal digits.
  public var sha256: String
  /// The number of rows read, including those omitted; 0 if not counted.
  public var rows = 0
  /// The number of rows omitted because they lie before the scenario's start.
  public var beforeStart = 0
  /// The number of rows omitted because they lie after the scenario's end.
  public var afterEnd = 0

  /// Creates the file; see `Digest.ofFile` for the digest.
  public init(role: String, path: String, sha256: String) {
    self.role = role
    self.path = path
    self.sha256 = sha256
  }
}
