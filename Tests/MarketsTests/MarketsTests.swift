import CarpoolScenario
import JSON5
import Metrics
import Models
import Scenario
import Tables
import TestSupport
import Testing

@testable import Markets

struct MarketsTests {
  @Test
  func `every market has a name of its own, and the first is the one of scenarios that name none`() {
    #expect(Set(Markets.all.map { $0.name }).count == Markets.all.count)
    #expect(Markets.all[0].name == "carpool" && Markets.of(Scenario()).name == "carpool")
    for market in Markets.all {
      #expect(Markets.named(market.name) == market)
      #expect(market.sentence.hasSuffix("."), "\(market.name)")
    }
    #expect(Markets.named("bazaar") == nil)
  }

  @Test
  func `the market of a folder is the one that its manifest names`() {
    func market(_ scenario: String) -> (any MarketModel.Type)? {
      JSON(parsing: "{\"scenario\": \(scenario)}").flatMap(Markets.of)
    }
    #expect(market("{}")?.name == "carpool")
    for known in Markets.all { #expect(market("{\"market\": \"\(known.name)\"}") == known) }
    #expect(market("{\"market\": \"bazaar\"}") == nil && market("{\"market\": 1}") == nil)
  }

  /// Reports read a column by its name, whatever the market.
  @Test
  func `a figure that two markets have is of one unit, one direction and one kind`() throws {
    for market in Markets.all {
      #expect(Set(market.figures.metrics.map(\.name)).count == market.figures.metrics.count)
      for metric in market.figures.metrics {
        let known = try #require(Markets.figures.metrics.first { $0 == metric })
        #expect(known.unit == metric.unit, "\(market.name): \(metric)")
        #expect(known.direction == metric.direction, "\(market.name): \(metric)")
        #expect(known.isDistribution == metric.isDistribution, "\(market.name): \(metric)")
      }
    }
  }

  @Test
  func `what people look at first is among the figures`() {
    for market in Markets.all {
      let figures = market.figures
      for column in figures.headline + figures.tradeOff + figures.brief.map(\.column) {
        #expect(figures.named(column.name) == column, "\(market.name): \(column.name)")
      }
      #expect(!figures.headline.isEmpty && figures.tradeOff.count >= 2, "\(market.name)")
      #expect(figures.tradeOff.allSatisfy { $0.direction != nil }, "\(market.name)")
    }
  }

  @Test
  func `every figure is over a population that is explained, and its name carries its unit`() {
    let suffixes: [(Unit, String)] = [
      (.seconds, "_s"), (.metres, "_m"), (.kilometres, "_km"), (.kilograms, "_kg"),
    ]
    for market in Markets.all {
      for metric in market.figures.metrics {
        #expect(market.populations.contains(metric.population), "\(market.name): \(metric)")
        #expect(metric.meaning.hasSuffix("."), "\(market.name): \(metric)")
        for (unit, suffix) in suffixes
        where !metric.name.hasPrefix("cause.") && !metric.name.hasPrefix("lost_to.") {
          #expect((metric.unit == unit) == metric.name.hasSuffix(suffix), "\(market.name): \(metric)")
        }
      }
    }
  }

  @Test
  func `tables have distinct columns, each with a sentence and its unit, and a key among them`() {
    let suffixes: [Unit: String] = [.seconds: "_s", .metres: "_m", .microseconds: "_us"]
    for market in Markets.all {
      for table in market.tables.all {
        let place = "\(market.name)/\(table.name)"
        #expect(Set(table.columnNames).count == table.columns.count, "\(place)")
        #expect(Set(table.key).isSubset(of: table.columnNames), "\(place)")
        for column in table.columns {
          #expect(column.meaning.hasSuffix("."), "\(place).\(column.name)")
          let first = column.meaning.first
          #expect(first?.isUppercase == true || first?.isNumber == true, "\(place).\(column.name)")
          for (unit, suffix) in suffixes {
            #expect((column.unit == unit) == column.name.hasSuffix(suffix), "\(place).\(column.name)")
          }
        }
      }
      #expect(market.tables.fingerprinted.allSatisfy { $0.isDeterministic }, "\(market.name)")
      #expect(market.tables.ofMachine.allSatisfy { !$0.isDeterministic }, "\(market.name)")
    }
  }

  @Test
  func `a scenario may request for the tables that its market writes on request, and for no others`() {
    for market in Markets.all {
      #expect(market.scenarios.recordable == market.tables.onRequest.map(\.name), "\(market.name)")
      #expect(Markets.scenarios.recordable(of: market.name) == market.scenarios.recordable)
    }
    #expect(Markets.scenarios.names == Markets.all.map { $0.name })
  }

  @Test(arguments: [
    ("orders", "supply: {kind: 'none'}", "supply"), ("shifts", "space: {kind: 'plane'}", "space"),
    ("shifts", "matching: {radius_m: 5}", "matching.radius_m"), ("services", "board: {}", "board"),
  ])
  func `a field of another market is refused with a sentence that says whose it is`(
    market: String, own: String, field: String
  ) throws {
    let error = try #require(throws: ScenarioError.self) {
      try Scenario.load(text: "{market: '\(market)', \(own)}", file: "s.json5", markets: Markets.scenarios)
    }
    let fault = try #require(error.faults.first { $0.path == field })
    guard case .foreignField(let owners, market) = fault.problem else {
      Issue.record("\(fault)")
      return
    }
    #expect(owners.contains("carpool") && !owners.contains(market))
  }

  /// `detour columns` and readers of results find a table by the market and its name.
  @Test
  func `the table that has a row for each request has the column of its ids`() throws {
    for market in Markets.all {
      let table = try #require(market.dictionary.table(named: market.request.table), "\(market.name)")
      #expect(table.columnNames.contains(market.request.column), "\(market.name)")
    }
  }
}
