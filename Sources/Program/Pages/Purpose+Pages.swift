import Statistics

extension Purpose {
  /// The cars shown with their full tracks on a page, keyed by the index in the table.
  static var pageTracks: Self { Self(rawValue: 701) }
  /// The passengers whose stories a page shows, keyed by the index in the table.
  static var pageStories: Self { Self(rawValue: 702) }
  /// The streets drawn on a page, keyed by the link.
  static var pageStreets: Self { Self(rawValue: 703) }
}
