import CarpoolScenario
import Community
public import Metrics
import Models
import Quantities
import Simulation
import Statistics
import Tables
import Travellers

extension Metric {
  public static let choiceShare = Metric(
    "choice_share", .ratio, over: .counted, better: .higherIsBetter,
    "Rides accepted by passengers ÷ rides offered to passengers, irrespective of the drivers' answers, of the requests that `requests`"
      + " counts.")

  public static let consumerSurplus = Metric(
    "consumer_surplus", .currency, over: .settled, better: .higherIsBetter, isDistribution: true,
    "The expected gain of each settled request from the rides offered, relative to the alternative: the sum of"
      + " ln(1 + e^V) ÷ −`weights.price` over the rides, 0 without one; only with `demand.choice.weights.price`."
  )
}

/// The totals from which the figures of choices are computed.
struct ChoiceTotals: Sendable {
  /// The number of rides offered for counted requests, and how many of them were accepted.
  var offers = 0
  var accepted = 0
  /// The surplus of each settled request, in units of the currency; empty if prices do not count.
  var surplus: [Double] = []

  init(of run: CarpoolRun, _ choices: ChoiceRecords) {
    let price = choices.setup.rules.weights.price
    var gains = [Double](repeating: 0, count: run.requests.count)
    for choice in choices.list {
      let row = Int(choice.request)
      gains[row] += choice.gain
      let role = run.role(ofRequest: row)
      guard role == .settled || role == .inProgress, run.requests[row].submit >= run.warmUp else { continue }
      offers += 1
      if choice.isAccepted { accepted += 1 }
    }
    guard price != 0 else { return }
    surplus = run.requests.indices.lazy.filter(run.isSettled).map { gains[$0] / -price }
  }
}

extension Feature<CarpoolRun> {
  /// The choice feature: passengers choose between rides and alternatives.
  static var choice: Self {
    let share = CarpoolFigure(
      .choiceShare, .number { $0.choice.flatMap { RunTotals.share($0.accepted, of: $0.offers) } })
    return Feature(
      ["demand", "choice"], isPart: { $0.records.choices != nil },
      extras: CarpoolRun.extras([share], causes: [.choice]),
      summary: { [Placed(.init("choice", $1.choice(in: $0.currency)), after: nil)] })
  }

  /// The choice-price feature: prices count in the passengers' choice.
  static var choicePrice: Self {
    Feature(
      ["demand", "choice", "weights", "price"], isPart: { $0.records.choices?.setup.hasPrice == true },
      extras: [CarpoolFigure(.consumerSurplus, .sample { $0.choice?.surplus ?? [] })])
  }
}

extension Figures {
  fileprivate func choice(in currency: Currency) -> String? {
    guard let share = self[.choiceShare] else { return nil }
    let surplus =
      self[.consumerSurplus, .mean].map {
        ["surplus \(Words.grouped($0, decimals: currency.decimals))\u{A0}\(currency.code) mean"]
      } ?? []
    return SummaryText.joined(
      ["\(Words.tenths(ofPercent: share)) of the rides offered were accepted"] + surplus)
  }
}
