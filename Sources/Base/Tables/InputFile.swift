/// A file that a run reads, by its content.
public struct InputFile: Hashable, Sendable {
  /// The role of the file: `network`, `time_profile`, `drivers`, `requests`, `trips`, `zones`, `matrix`,
  /// `node_weights`, `offers`, `offer_stops`, `offer_prices`, `bookings`, `friends` or `policy`; other markets have roles of
  /// their own.
  public var role: String
  /// The path as the scenario names it, relative to the scenario's folder; a file of a folder by the folder's name and its
  /// own. It stays out of the run's identity.
  public var path: String
  /// The hash of the file's bytes, 64 hexadecimal digits.
  public var sha256: String
  /// Rows read, those left out included; 0 where nobody counts them.
  public var rows = 0
  /// Rows left out because they lie before the scenario's start.
  public var beforeStart = 0
  /// Rows left out because they lie after the scenario's duration.
  public var afterEnd = 0

  /// Creates the file; `Digest.ofFile` gives the digest.
  public init(role: String, path: String, sha256: String) {
    self.role = role
    self.path = path
    self.sha256 = sha256
  }
}
