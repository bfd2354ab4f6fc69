import Community
import Metrics
import Quantities

/// The lines on a run's board and platform services, as far as it has them.
struct ServiceLines {
  let figures: Figures
  /// The currency of amounts: `MAD`, with its decimals.
  let currency: (code: String, decimals: Int)
  /// The number of users, and of those who plan ahead; nil if they are not known.
  let users, seeks: Int?

  var lines: [SummaryText.Line] {
    [
      .init("board", board), .init("seats", seats), .init("users", people), .init("money", money),
      .init("messages", figures.words(of: .ofPhones)),
      .init("outages", OutageMetrics.ofCarpool.words(of: figures, "requests")),
      .init("verified", figures.words(of: .ofUsers, "application", "refused")),
      .init("reviews", figures.words(of: .ofStars, "review", "rejected")),
    ]
  }

  private var board: String? {
    guard let published = figures[.published], let seeks else { return nil }
    let rates = figures[.bookingRate].flatMap { booked in
      figures[.bookingRideRate].map { rode in
        [
          "\(Words.tenths(ofPercent: booked)) of \(Words.grouped(seeks)) who plan ahead booked",
          "\(Words.tenths(ofPercent: rode)) rode",
        ]
      }
    }
    let lead = figures[.leadTime, .median].map { ["lead median \(Words.span($0))"] }
    return SummaryText.joined(
      [Words.plural(Int(published), "trip") + " published"] + (rates ?? []) + (lead ?? []))
  }

  private var seats: String? {
    guard let sold = figures[.soldSeatKilometres] else { return nil }
    let share = figures[.soldSeatRatio].map { " (\(Words.tenths(ofPercent: $0)))" } ?? ""
    let price = figures[.price, .median].map { ["price median \(amount($0))"] } ?? []
    let walk = figures[.walk, .median].map { ["walk median \(Words.span($0))"] } ?? []
    return SummaryText.joined(
      ["\(Words.grouped(sold, decimals: 1)) seat·km sold by booking\(share)"] + price + walk)
  }

  private var people: String? {
    guard let users else { return nil }
    let verified = figures[.verifiedRatio].map { ["\(Words.tenths(ofPercent: $0)) verified"] } ?? []
    let stay = figures[.retention].map { ["\(Words.tenths(ofPercent: $0)) stayed"] } ?? []
    let again =
      figures[.repeatedRatio].map { ["\(Words.tenths(ofPercent: $0)) of the requests as before"] } ?? []
    let members =
      figures[.memberRatio].map { ["\(Words.tenths(ofPercent: $0)) with an account at the end"] } ?? []
    return SummaryText.joined([Words.plural(users, "user")] + verified + stay + again + members)
  }

  private var money: String? {
    guard let fares = figures[.fares], let kept = figures[.commissions],
      let refused = figures[.walletRefusals]
    else { return nil }
    let above =
      figures[.aboveCostShare].map {
        ["\(Words.tenths(ofPercent: $0)) of the drivers earn more than the trip costs"]
      } ?? []
    return SummaryText.joined(
      [
        "fares \(amount(fares))", "\(amount(kept)) kept by the service",
        "\(Words.plural(Int(refused), "attempt")) failed for want of it",
      ] + above)
  }

  /// Returns an amount of money with its currency.
  private func amount(_ value: Double) -> String {
    "\(Words.grouped(value, decimals: currency.decimals))\u{A0}\(currency.code)"
  }
}
