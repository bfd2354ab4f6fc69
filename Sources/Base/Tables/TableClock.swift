/// The clock of the times in a table whose texts give offsets from UTC.
public struct TableClock: Sendable {
  /// The time zone whose clock the scenario keeps; nil if times are by the clock of the table.
  public var zone: Zone?
  /// The offset of the first time that has one, in seconds ahead of UTC.
  public var offset: Int64?
  /// What gives the time zone, as in “time.zone in the scenario”.
  public let setting: String

  /// Creates the clock of a table that is read by the clock of `zone`.
  public init(zone: Zone? = nil, setting: String = "time.zone in the scenario") {
    self.zone = zone
    self.setting = setting
  }

  /// A time zone by its name.
  public struct Zone: Sendable {
    /// The IANA name, such as `Europe/Paris`.
    public let name: String
    /// The seconds that its clock is ahead of UTC, by the seconds since 1970-01-01T00:00:00Z.
    public let offset: @Sendable (Int64) -> Int64

    public init(name: String, offset: @escaping @Sendable (Int64) -> Int64) {
      self.name = name
      self.offset = offset
    }
  }
}
