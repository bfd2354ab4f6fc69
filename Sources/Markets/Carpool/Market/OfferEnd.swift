import Community
import Lifecycle
import Quantities
import Travellers

/// The end of an offer: when it is over, and how.
struct OfferEnd {
  /// From the offer.
  var delay: Milliseconds
  /// The reason there is no answer; nil where there is one.
  var silence: Silence<Cause>?

  init(_ exchange: OfferExchange) {
    delay = exchange.delay
    silence =
      switch exchange.end {
      case .answered: nil
      case .undelivered: Silence(.undelivered, because: .undelivered)
      case .unanswered: Silence(.unanswered, because: .unanswered)
      }
  }

  /// The answer of a driver who has the offer at once and takes `thinking` over it, where one is awaited for `limit`.
  init(thinking: Milliseconds, limit: Milliseconds) {
    delay = min(thinking, limit)
    silence = thinking <= limit ? nil : Silence(.unanswered, because: .unanswered)
  }
}
