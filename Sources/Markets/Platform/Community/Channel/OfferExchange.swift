public import Quantities

/// An offer sent to a provider's phone, and the answer sent back.
public struct OfferExchange: Sendable {
  /// How an offer ended.
  public enum End: Sendable {
    case answered
    /// The offer was not read in time.
    case undelivered
    /// The offer was read, but no answer arrived in time.
    case unanswered
  }

  public var end: End
  /// The time from the offer to the answer, or until no answer is expected any more.
  public var delay: Milliseconds
  public var offer: Transit
  /// The answer and when it was sent; nil if there was none.
  public var answer: (sent: Milliseconds, transit: Transit)?
}

extension Channel {
  /// Sends an offer at `time` to the phone of `user`, who takes `thinking` to decide, and sends the answer back,
  /// for which the service waits for `limit`.
  ///
  /// - Parameter key: the key of the user's draws.
  public mutating func exchange(
    with user: UserIndex, key: UInt64, thinking: Milliseconds, limit: Milliseconds, at time: Milliseconds
  ) -> OfferExchange {
    let end = time.saturatingAdd(limit)
    let offer = send(.offer, user: user, key: key, at: time)
    guard let read = offer.arrives, read <= end else {
      return OfferExchange(end: .undelivered, delay: limit, offer: offer)
    }
    // Nobody answers an offer that has already expired.
    let answered = read + thinking
    guard answered <= end else { return OfferExchange(end: .unanswered, delay: limit, offer: offer) }
    let answer = (sent: answered, transit: send(.answer, user: user, key: key, at: answered))
    guard let heard = answer.transit.arrives, heard <= end else {
      return OfferExchange(end: .unanswered, delay: limit, offer: offer, answer: answer)
    }
    return OfferExchange(end: .answered, delay: heard - time, offer: offer, answer: answer)
  }
}
