import Statistics

extension Purpose {
  /// The incidents of a booking (cancellations and no-shows), keyed by (request, driver, cycle).
  static var booking: Self { Self(rawValue: 1502) }
  /// The time until the driver confirms a booking, keyed by (request, driver, cycle).
  static var confirmation: Self { Self(rawValue: 1503) }
  /// Whether and when a driver cancels a published trip, keyed by the driver's id.
  static var tripCancellation: Self { Self(rawValue: 1504) }
  /// The payment method and the initial wallet balance of a user, keyed by the user.
  static var wallet: Self { Self(rawValue: 1513) }
  /// Whether a user without funds tops up the wallet, keyed by (request, cycle, attempt).
  static var topUp: Self { Self(rawValue: 1514) }
  /// Whether a user has an account from the start of the run, keyed by the user.
  static var membership: Self { Self(rawValue: 1660) }
  /// Whether a user invites a friend, and whether the friend joins, keyed by (user, friend).
  static var invitation: Self { Self(rawValue: 1661) }
  /// Whether a friend transfers the missing amount to the wallet, keyed by (request, cycle, attempt).
  static var friendTransfer: Self { Self(rawValue: 1662) }
}
