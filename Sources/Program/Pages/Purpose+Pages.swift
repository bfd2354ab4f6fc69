import Statistics

extension Purpose {
  /// The sample of cars whose tracks a page shows, keyed by the index in the table.
  static var pageTracks: Self { Self(rawValue: 701) }
  /// The sample of passengers whose stories a page shows, keyed by the index in the table.
  static var pageStories: Self { Self(rawValue: 702) }
  /// The sample of streets that a page shows, keyed by the link.
  static var pageStreets: Self { Self(rawValue: 703) }
}
