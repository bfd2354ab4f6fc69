import Foundation
import Ground
import Lifecycle
import Metrics
import Models
import Scenario
import TestSupport
import Testing

@testable import Orders

/// What a scenario may leave out.
struct OrdersFeaturesTests {
  private static func run(_ overrides: [String]) throws -> OrdersRun {
    let folder = SharedData.checkout.appending(path: "Scenarios").path
    let scenario = try Scenario.load(
      contentsOf: folder + "/orders.json5",
      overrides: ["demand.count=300", "demand.guest_share=0.2"] + overrides,
      markets: ScenarioMarkets([OrdersFields.self]))
    return try OrdersWorld(input: OrdersInput(scenario, folder: folder)).run(RunObservation(records: false))
  }

  /// A value of each member that switches a feature on.
  private static let values = [
    "delivery": "{countries: [{name: 'FR', time: 2, promise_days: 3}]}", "photos": "{}",
    "payment.direct": "{price: 300}", "promotions": "[{name: 'a', condition: 'game', credits: 1}]",
    "campaigns": "[{name: 'a'}]", "referral": "{share: 0.2}", "demand.drafts": "{}", "registration": "{}",
    "channel": "{delay: 60}", "users": "{}", "payment.free_apart": "true", "demand.reuse_share": "0.5",
    "news": "[{name: 'a', time_s: 0, code: 'ADVENT'}]", "delivery.addresses": "{}",
    "channel.outages": "{times: {kind: 'windows', windows: [{from_s: 0, to_s: 3600}]}}",
  ]
  /// The member without which another has no effect.
  private static let needs = ["demand.reuse_share": "photos", "delivery.addresses": "delivery"]

  @Test
  func `a run has the features whose members its scenario has, and no figures and tables of others`() throws {
    let members = OrdersRun.features.flatMap(\.members).map { $0.joined(separator: ".") }
    #expect(Set(members) == Set(Self.values.keys))
    let plain = try Self.run([])
    #expect(plain.ownFeatures.isEmpty)
    for member in Self.values.keys.sorted() {
      let given = [Self.needs[member], member].compactMap(\.self)
      let run = try Self.run(given.map { "\($0)=\(Self.values[$0] ?? "")" })
      for feature in OrdersRun.features {
        // A member that lies in another switches both on.
        let isOn = feature.members.contains { path in
          given.contains { ($0 + ".").hasPrefix(path.joined(separator: ".") + ".") }
        }
        #expect(run.has(feature) == isOn, "\(member) and \(feature.members)")
      }
      let names = Set(run.ownFigures.map(\.metric.name))
      #expect(names.count > plain.ownFigures.count, "\(member)")
      let tables = Set(OrdersRun.tables.recipe(of: run).tables)
      for feature in OrdersRun.features where !run.has(feature) {
        #expect(tables.isDisjoint(with: feature.tables.map(\.name)), "\(member)")
        #expect(names.isDisjoint(with: feature.figures.map(\.metric.name)), "\(member)")
      }
    }
  }
}
