import Foundation
import JSON5
import Testing

/// `detour episodes` as a program meets it; Python/tests/test_gym.py plays them.
@Suite(.waitsForPrograms) struct EpisodesTests {
  let scratch = Scratch()

  @Test
  func `without a learner there is a greeting, and no episode`() throws {
    try Town.write(to: scratch)
    let call = try Program.run("episodes", "town.json5", in: scratch)
    call.expectSuccess()
    let hello = try #require(JSON(parsing: call.output))
    #expect(hello["scenario"] == .text("town") && hello["seed"]?.whole == 7)
    #expect(hello["figures"]?.items?.contains(.text("match_rate")) == true)
  }

  @Test
  func `a scenario of another market has none`() throws {
    try scratch.write("{ market: 'orders' }", to: "orders.json5")
    let call = try Program.run("episodes", "orders.json5", in: scratch)
    #expect(call.status == 65)
  }

  @Test
  func `a policy that nobody asks is told`() throws {
    try Town.write(to: scratch)
    let call = try Program.run("episodes", "town.json5", "--set", "matching.policy=nearest", in: scratch)
    #expect(call.errors.contains("`nearest` has no effect"))
  }
}
