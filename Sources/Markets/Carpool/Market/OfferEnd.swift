import Lifecycle
import Quantities
import Travellers

/// The end of an offer: when it is over, and how.
struct OfferEnd {
  /// From the offer.
  var delay: Milliseconds
  /// The reason there is no answer; nil if there is one.
  var silence: Silence<Cause>?

  init(delay: Milliseconds, silence: Silence<Cause>?) {
    self.delay = delay
    self.silence = silence
  }

  /// The answer of a driver who has the offer at once and takes `thinking` over it, where one is awaited for `limit`.
  init(thinking: Milliseconds, limit: Milliseconds) {
    delay = min(thinking, limit)
    silence = thinking <= limit ? nil : Silence(.unanswered, because: .unanswered)
  }
}

/// An offer as features say how it ends.
struct OpenOffer {
  /// From the offer to the driver's answer, messages left out.
  var thinking: Milliseconds
  /// The time for which an answer is awaited.
  var limit = Milliseconds.never
  /// Whether a seat of a plan is offered, ahead of the trip.
  var isPlanned = false
  /// The end of the offer where messages travel; nil if the answer comes at once.
  var end: OfferEnd?

  init(thinking: Milliseconds) { self.thinking = thinking }
}
