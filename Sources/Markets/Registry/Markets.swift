import Carpool
public import JSON5
public import Metrics
public import Models
import Orders
public import Scenario
import Services
import Shifts

/// All markets of the program, one line each.
///
///     let market = Markets.of(scenario)
///     market.figures.columns.map(\.name)
public enum Markets {
  /// The markets, in documentation order; the first is the market of scenarios that do not name one.
  public static let all: [any MarketModel.Type] = [
    CarpoolModel.self,
    ServicesModel.self,
    ShiftsModel.self,
    OrdersModel.self,
  ]

  /// Returns the market called `name`; nil if there is none.
  public static func named(_ name: String) -> (any MarketModel.Type)? { all.first { $0.name == name } }

  /// Returns the market of `scenario`.
  ///
  /// - Precondition: the scenario was read as one of these markets.
  public static func of(_ scenario: Scenario) -> any MarketModel.Type {
    guard let market = named(scenario.market) else {
      preconditionFailure(
        "the scenario is of market \(scenario.market), which is not among those it is read as")
    }
    return market
  }

  /// The markets whose scenarios can be read.
  public static let scenarios = ScenarioMarkets(all.map { $0.scenarios })

  /// Returns the market of the scenario in the `manifest` of a run or study; nil if this program has no such market.
  public static func of(_ manifest: JSON) -> (any MarketModel.Type)? {
    guard let name = manifest["scenario"]?["market"] else { return all[0] }
    return name.words.flatMap(named)
  }

  /// The figures of all markets, each name once; the headline figures are those of the first market.
  ///
  /// A name shared by two markets has the same unit, direction and kind in both.
  public static let figures: FigureList = {
    var known: Set<Metric> = []
    let metrics = all.flatMap { $0.figures.metrics }.filter { known.insert($0).inserted }
    let first = all[0].figures
    return FigureList(
      metrics, headline: first.headline, tradeOff: first.tradeOff, brief: first.brief)
  }()
}
