import Matching
import Testing

/// Policies are one list: what a scenario may name is what the matcher has.
struct PolicyNameTests {
  @Test(arguments: PolicyName.allCases)
  func `a policy is called what the scenario calls it`(_ name: PolicyName) {
    #expect(name.policy.name == name.rawValue)
  }

  @Test
  func `only the exact matcher goes by where cars really are`() {
    #expect(PolicyName.allCases.filter { $0.policy.vantage == .actual } == [.insertion])
  }
}
