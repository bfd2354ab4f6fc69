public import Quantities
import Statistics

extension Channel {
  /// Sends a message to or from the phone of `user` at `time`, and draws its delay and the lost tries.
  ///
  /// - Parameter key: the key of the user's draws.
  public mutating func send(
    _ kind: MessageKind, user: UserIndex, key: UInt64, at time: Milliseconds
  ) -> MessageTransit {
    var draws = random.stream(.message, key, nextNumber(of: user))
    // The delay is drawn first, so that it does not depend on which tries are lost.
    let delay = rules.delay.span(&draws)
    var transit = MessageTransit(arrives: nil, tries: 0, lost: 0, left: time)
    var next = time
    var wait = Double(rules.backoff.rawValue)
    while transit.tries < rules.tries {
      transit.left = firstOnline(key: key, from: next)
      transit.tries += 1
      guard draws.happens(withProbability: rules.loss) else {
        let there = transit.left.saturatingAdd(delay)
        transit.arrives = kind.isToPhone ? firstOnline(key: key, from: there) : there
        break
      }
      transit.lost += 1
      next = transit.left.saturatingAdd(Milliseconds(Int64(min(wait, 1e15).rounded())))
      wait *= rules.backoffFactor
    }
    counts[kind].add(transit)
    return transit
  }

  private mutating func nextNumber(of user: UserIndex) -> UInt64 {
    let place = Int(user)
    if place >= numbers.count {
      numbers.append(contentsOf: repeatElement(0, count: max(place + 1 - numbers.count, numbers.count)))
    }
    defer { numbers[place] += 1 }
    return numbers[place]
  }
}
