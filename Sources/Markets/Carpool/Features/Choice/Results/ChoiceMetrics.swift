import CarpoolScenario
public import Metrics
import Quantities
import Simulation
import Statistics
import Tables
import Travellers

extension Metric {
  public static let choiceShare = Metric(
    "choice_share", .ratio, over: .counted, better: .higherIsBetter,
    "Rides that passengers accepted ÷ rides put to passengers, whatever the drivers answered, of the requests that `requests`"
      + " counts.")

  public static let consumerSurplus = Metric(
    "consumer_surplus", .currency, over: .settled, better: .higherIsBetter, isDistribution: true,
    "The expected gain of each settled request from the rides put to its passenger, beyond the alternative: the sum of"
      + " ln(1 + e^V) ÷ −`weights.price` over the rides, 0 without one; only with `demand.choice.weights.price`."
  )
}

extension CarpoolFigure {
  /// The figures of runs with `demand.choice`.
  static let ofChoice = [
    Self(.choiceShare, .number { $0.choice.flatMap { RunTotals.share($0.accepted, of: $0.offers) } })
      .needing([.choice]),
    Self(.consumerSurplus, .sample { $0.choice?.surplus ?? [] }).needing([.choicePrice]),
  ]
}

/// The totals from which the figures of choices are computed.
struct ChoiceTotals: Sendable {
  /// Rides offered to passengers of counted requests, and those among them that were accepted.
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

extension CarpoolRun {
  /// Whether passengers choose between rides and alternatives.
  var hasChoice: Bool { records.choices != nil }
}
