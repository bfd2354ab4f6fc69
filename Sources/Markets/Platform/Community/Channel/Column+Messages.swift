public import Tables

extension Column {
  /// Returns the columns of a message's transit.
  public static func ofTransit(_ take: @escaping @Sendable (Row) -> Transit) -> [Column] {
    [
      .count("tries", "The number of transmissions.") { take($0).tries },
      .count("lost", "The number of lost transmissions.") { take($0).lost },
      .seconds("left_s", "The time of the last transmission; later than sent_s if the phone was offline.") {
        take($0).left
      },
      .seconds("arrived_s", "The time of receipt; empty if all transmissions were lost.") {
        take($0).arrives
      },
    ]
  }
}
