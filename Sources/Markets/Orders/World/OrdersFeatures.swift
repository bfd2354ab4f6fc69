/// The features that only some scenarios of orders have: their tables have further columns.
struct OrdersFeatures: OptionSet {
  let rawValue: Int

  /// Credits that come in another way than by accounts, packs and codes.
  static let otherCredits = Self(rawValue: 1)
  static let campaigns = Self(rawValue: 2)
  static let referral = Self(rawValue: 4)
  /// Orders that are left as drafts, or whose customers open an account first.
  static let delays = Self(rawValue: 8)
  /// Messages to customers.
  static let channel = Self(rawValue: 16)
  /// Customers who are counted over the days.
  static let users = Self(rawValue: 32)
  static let all: Self = [.otherCredits, .campaigns, .referral, .delays, .channel, .users]
}

extension OrdersSetup {
  var features: OrdersFeatures {
    var features: OrdersFeatures = []
    if hasOtherCredits { features.insert(.otherCredits) }
    if !campaigns.isEmpty { features.insert(.campaigns) }
    if referral != nil { features.insert(.referral) }
    if hasDelays { features.insert(.delays) }
    if channel != nil { features.insert(.channel) }
    if users != nil { features.insert(.users) }
    return features
  }
}
