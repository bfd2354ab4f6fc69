public import Statistics

extension Purpose {
  /// The delays and losses of a message, keyed by (user, message number).
  package static var message: Self { Self(rawValue: 1510) }
  /// The offline periods of a phone, keyed by the user.
  package static var phone: Self { Self(rawValue: 1511) }
  /// Whether a user is initially verified, and the duration of the verification, keyed by the user.
  package static var verification: Self { Self(rawValue: 1512) }
  /// The friends of a user, keyed by the user.
  package static var friendship: Self { Self(rawValue: 1515) }
  /// The preferences of a user about friends and ratings, keyed by the user.
  package static var socialWishes: Self { Self(rawValue: 1516) }
  /// The stars after a ride, keyed by (request, rater).
  package static var stars: Self { Self(rawValue: 1517) }
  /// Whether a user leaves the service after a failure, keyed by the request.
  public static var churn: Self { Self(rawValue: 1518) }
  /// The decision on a verification application, and whether and when a rejected user applies again, keyed by (user,
  /// application).
  package static var application: Self { Self(rawValue: 1600) }
  /// The moderation delay of a review, and whether it is rejected, keyed by (request, rater).
  package static var moderation: Self { Self(rawValue: 1601) }
}
