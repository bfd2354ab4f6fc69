import CarpoolScenario
import Testing

@testable import Scenario

struct VariationTests {
  @Test
  func `a range and a list are told apart`() throws {
    let range = try Variation(option: "matching.radius_m=250:2500:10")
    #expect((range.from, range.to, range.count, range.scale) == (250, 2500, 10, .linear))
    let log = try Variation(option: "a=1:100:3:log")
    #expect((log.count, log.scale) == (3, .log))
    let open = try Variation(option: "a=1:100:log")
    #expect((open.count, open.scale) == (nil, .log))
    let list = try Variation(option: "matching.policy=two_circles,insertion")
    #expect(list.values == ["two_circles", "insertion"])
    #expect(try Variation(option: "a=1e3,0x10,.5,null").values == ["1000", "16", "0.5", "null"])
    #expect(try Variation(option: "a=[1,2],{b:1,c:2}").values == ["[1,2]", "{b:1,c:2}"])
  }

  @Test(arguments: [
    ("matching.radius_m", "there is no field"),
    ("=1,2", "there is no field"),
    ("a=1,,2", "a value is empty"),
    ("a=", "a value is empty"),
    ("a=5:1:3", "the range 5:1 of `a` is empty; give the lower bound first"),
    ("a=5:5:3", "the range 5:5 of `a` is empty"),
    ("a=1:5:0", "has 0 values; give 2 or more"),
    ("a=0:5:3:log", "cannot have log steps; give a lower bound above 0"),
    ("a=1,2,1", "the value 1 of `a` is in the list twice"),
  ])
  func `what is wrong is told`(text: String, sentence: String) {
    let fault = #expect(throws: ScenarioFault.self) { try Variation(option: text) }
    #expect(fault?.sentence(file: "s").contains(sentence) == true)
    #expect(fault?.sentence(file: "s").hasPrefix("--vary \(text): ") == true)
  }
}
