import Community
import Lifecycle
import Quantities
import Travellers

/// The end of an offer: when it ends, and how.
struct OfferEnd {
  /// Since the offer.
  var delay: Milliseconds
  /// The reason there is no answer; nil if there is one.
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

  /// Creates the end of an offer to a driver who receives it at once and takes `thinking` to answer, if the service
  /// waits for `limit`.
  init(thinking: Milliseconds, limit: Milliseconds) {
    delay = min(thinking, limit)
    silence = thinking <= limit ? nil : Silence(.unanswered, because: .unanswered)
  }
}
