public import Statistics

extension Purpose {
  /// A provider's answer to an offer, keyed by (request, provider, cycle).
  @inlinable public static var response: Self { Self(rawValue: 50) }
  /// Whether a passenger relaunches the search after a notification, keyed by (request, cycle).
  @inlinable public static var relaunch: Self { Self(rawValue: 51) }
  /// Whether and when a provider cancels, keyed by (request, provider, cycle).
  @inlinable public static var providerCancellation: Self { Self(rawValue: 52) }
  /// Whether and when the requester cancels the agreed service, keyed by (request, provider, cycle).
  @inlinable public static var requesterCancellation: Self { Self(rawValue: 53) }
  /// The outages of the service.
  @inlinable public static var outage: Self { Self(rawValue: 54) }
}
