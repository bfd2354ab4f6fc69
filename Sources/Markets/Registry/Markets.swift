import Carpool
public import JSON5
public import Metrics
public import Models
import Orders
public import Scenario
import Services
import Shifts

/// All markets that the program knows, a line each.
///
///     let market = Markets.of(scenario)
///     market.figures.columns.map(\.name)
public enum Markets {
  /// In the order of the documentation; the first is the one of scenarios that name none.
  public static let all: [any MarketModel.Type] = [
    CarpoolModel.self,
    ServicesModel.self,
    ShiftsModel.self,
    OrdersModel.self,
  ]

  /// The market called `name`; nil where there is none.
  public static func named(_ name: String) -> (any MarketModel.Type)? { all.first { $0.name == name } }

  /// The market that `scenario` is of.
  ///
  /// - Precondition: it was read as one of these markets.
  public static func of(_ scenario: Scenario) -> any MarketModel.Type {
    guard let market = named(scenario.market) else {
      preconditionFailure(
        "the scenario is of market \(scenario.market), which is not among those it is read as")
    }
    return market
  }

  /// The markets whose scenarios are read.
  public static let scenarios = ScenarioMarkets(all.map { $0.scenarios })

  /// The market of the scenario in `manifest`, that of a run or of a study; nil where this program does not know it.
  public static func of(_ manifest: JSON) -> (any MarketModel.Type)? {
    guard let name = manifest["scenario"]?["market"] else { return all[0] }
    return name.words.flatMap(named)
  }

  /// The figures of all markets, each name once; the headline is that of the first market.
  ///
  /// A name that two markets share has one unit, one direction and one kind in both.
  public static let figures: FigureList = {
    var known: Set<Metric> = []
    let metrics = all.flatMap { $0.figures.metrics }.filter { known.insert($0).inserted }
    let first = all[0].figures
    return FigureList(
      metrics, headline: first.headline, tradeOff: first.tradeOff, brief: first.brief)
  }()
}
