import CarpoolScenario
import Testing

@testable import Scenario

@Suite struct NearestNameTests {
  private let names = ["radius_m", "spacing_m", "policy", "count", "max_wait_s", "max_ride_s"]

  @Test(
    arguments: [
      ("radius", "radius_m"), ("radius_km", "radius_m"), ("Policy", "policy"), ("cuont", "count"),
      ("max_wiat_s", "max_wait_s"), ("speed", nil), ("", nil), ("x", nil),
    ] as [(String, String?)])
  func theNearestIsProposedAndNothingFar(name: String, nearest: String?) {
    #expect(nearestName(to: name, among: names) == nearest)
  }
}
