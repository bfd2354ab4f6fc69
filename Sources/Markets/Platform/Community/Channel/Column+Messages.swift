public import Tables

extension Column {
  /// Returns the columns of a message's transit.
  public static func ofTransit(_ take: @escaping @Sendable (Row) -> Transit) -> [Column] {
    [
      .count("tries", "How many tries were made.") { take($0).tries },
      .count("lost", "How many of them were lost.") { take($0).lost },
      .seconds("left_s", "When the last try left; later than sent_s where the phone was offline.") {
        take($0).left
      },
      .seconds("arrived_s", "When the other side had it; empty where all tries were lost.") {
        take($0).arrives
      },
    ]
  }
}
