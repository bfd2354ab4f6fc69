package import Statistics

extension Purpose {
  /// Whether a customer buys a pack, and whether the payment is declined, keyed by (order, cycle, attempt).
  package static var payment: Self { Self(rawValue: 1401) }
  /// Whether a customer with an invalid promo code continues without it, keyed by (order, cycle, attempt).
  package static var codeDropping: Self { Self(rawValue: 1402) }
  /// The service time of a server, keyed by (order, station, card).
  package static var service: Self { Self(rawValue: 1403) }
  /// The number of orders (no key), and the time and content of each order, keyed by its number.
  package static var orderCount: Self { Self(rawValue: 1410) }
  package static var orderArrival: Self { Self(rawValue: 1411) }
  package static var orderTraits: Self { Self(rawValue: 1412) }
  /// The time at which an account opens, its opening credits and its usual pack, keyed by its id.
  package static var accountTraits: Self { Self(rawValue: 1413) }
  /// Whether a customer without enough credits pays by bank card, and whether that is declined, keyed by (order, cycle,
  /// attempt).
  package static var directPayment: Self { Self(rawValue: 1404) }
  /// Whether a promotion's credits are granted, keyed by (account, promotion) at opening and by (order, promotion) in
  /// the game.
  package static var openingPromotion: Self { Self(rawValue: 1405) }
  package static var gamePromotion: Self { Self(rawValue: 1406) }
  /// The countries of recipients, and the delivery time of a card, keyed by (order, card).
  package static var recipientCountry: Self { Self(rawValue: 1420) }
  package static var delivery: Self { Self(rawValue: 1421) }
  /// The quality of a photo, its check, and the customer's delay, abandonment and complaint, keyed by (order, photo).
  package static var photo: Self { Self(rawValue: 1430) }
  package static var photoCheck: Self { Self(rawValue: 1431) }
  package static var photoAnswer: Self { Self(rawValue: 1432) }
  package static var complaint: Self { Self(rawValue: 1433) }
  /// Whether an order is left as a draft and when it is completed or given up, whether and when a customer without an
  /// account opens one, and the order's channel; keyed by the order's id.
  package static var draft: Self { Self(rawValue: 1440) }
  package static var registration: Self { Self(rawValue: 1441) }
  package static var channel: Self { Self(rawValue: 1443) }
  /// Whether an account is referred, and by which other account, keyed by its id.
  package static var referral: Self { Self(rawValue: 1442) }
  /// Whether an order reuses an earlier card, keyed by the order's id.
  package static var reuse: Self { Self(rawValue: 1450) }
  /// Whether and when the owner of an account reads a piece of news, and whether they use its code, keyed by (account,
  /// news).
  package static var news: Self { Self(rawValue: 1451) }
  /// Whether a recipient's address is wrong and whether the error is detected, keyed by (order, card); the customer's
  /// correction, keyed by (order, number of cards).
  package static var address: Self { Self(rawValue: 1452) }
}
