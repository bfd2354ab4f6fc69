public import Quantities

/// The way of an offer to a provider's phone, and of the answer back.
public struct OfferExchange: Sendable {
  /// The end of an offer.
  public enum End: Sendable {
    case answered
    /// It was not read in time.
    case undelivered
    /// It was read, and no answer came in time.
    case unanswered
  }

  public var end: End
  /// The time from the offer to the answer, or to the moment when none is awaited any more.
  public var delay: Milliseconds
  public var offer: Transit
  /// The answer, with when it was sent; nil where none was.
  public var answer: (sent: Milliseconds, transit: Transit)?
}

extension Channel {
  /// Sends an offer at `time` to the phone of `user`, who takes `thinking` over it, and the answer back, which is awaited for
  /// `limit`.
  ///
  /// - Parameter key: what the draws of the user are keyed by.
  public mutating func exchange(
    with user: UserIndex, key: UInt64, thinking: Milliseconds, limit: Milliseconds, at time: Milliseconds
  ) -> OfferExchange {
    let end = time.saturatingAdd(limit)
    let offer = send(.offer, user: user, key: key, at: time)
    guard let read = offer.arrives, read <= end else {
      return OfferExchange(end: .undelivered, delay: limit, offer: offer)
    }
    // Who would answer when nobody listens any more does not.
    let answered = read + thinking
    guard answered <= end else { return OfferExchange(end: .unanswered, delay: limit, offer: offer) }
    let answer = (sent: answered, transit: send(.answer, user: user, key: key, at: answered))
    guard let heard = answer.transit.arrives, heard <= end else {
      return OfferExchange(end: .unanswered, delay: limit, offer: offer, answer: answer)
    }
    return OfferExchange(end: .answered, delay: heard - time, offer: offer, answer: answer)
  }
}
