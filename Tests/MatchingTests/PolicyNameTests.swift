import Matching
import Testing

/// Policies are one list: what a scenario may name is what the matcher has.
struct PolicyNameTests {
  @Test(arguments: PolicyName.allCases)
  func `a policy is called what the scenario calls it`(_ name: PolicyName) {
    #expect(name.policy.name == name.rawValue)
    // Words of a scenario are written in small letters: a case of several words says its name.
    #expect(name.rawValue.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil, "\(name.rawValue)")
  }

  @Test
  func `only the exact matcher goes by where cars really are`() {
    #expect(PolicyName.allCases.filter { $0.policy.vantage == .actual } == [.insertion])
  }
}
