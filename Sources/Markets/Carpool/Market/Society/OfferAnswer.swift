import Lifecycle
import Quantities
import Travellers

/// When an offer is over, and how.
struct OfferAnswer {
  /// From the offer.
  var delay: Milliseconds
  /// Why there is no answer; nil where there is one.
  var silence: Silence<Cause>?

  init(delay: Milliseconds) { self.delay = delay }

  init(delay: Milliseconds, silence outcome: AttemptOutcome) {
    self.delay = delay
    silence = Silence(outcome, because: outcome == .undelivered ? .undelivered : .unanswered)
  }

  /// The answer of a driver who has the offer at once and takes `thinking` over it, where one is awaited for `limit`.
  init(thinking: Milliseconds, limit: Milliseconds) {
    if thinking <= limit { self.init(delay: thinking) } else { self.init(delay: limit, silence: .unanswered) }
  }
}
