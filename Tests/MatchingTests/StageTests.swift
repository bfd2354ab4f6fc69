import Lifecycle
import Matching
import Testing
import Travellers

/// The stages of the funnel are one list: what is counted, said and blamed comes from it.
struct StageTests {
  @Test
  func `a funnel keeps a count for every stage`() {
    var funnel = Funnel()
    #expect(Stage.allCases.allSatisfy { funnel[$0] == Funnel.notComputed })
    for stage in Stage.allCases { funnel[stage] = Int32(10 + stage.rawValue) }
    #expect(Stage.allCases.map { funnel[$0] } == Stage.allCases.indices.map { Int32(10 + $0) })
  }

  @Test(arguments: Stage.allCases)
  func `the first stage that leaves nobody is the cause`(_ stage: Stage) {
    var funnel = Funnel()
    for other in Stage.allCases { funnel[other] = other.rawValue < stage.rawValue ? 3 : 0 }
    #expect(funnel.emptied == stage)
    #expect(funnel.cause == stage.cause)
    #expect(Stage(failingWith: stage.cause) == stage)
  }

  @Test
  func `limits are the cause where no stage was counted to nobody`() {
    #expect(Funnel().emptied == nil)
    #expect(Funnel().cause == .limits)
    #expect(Stage(failingWith: .declined) == nil)
  }

  @Test
  func `no two stages share a name, a column or a cause`() {
    #expect(Set(Stage.allCases.map(\.name)).count == Stage.allCases.count)
    #expect(Set(Stage.allCases.map(\.column)).count == Stage.allCases.count)
    #expect(Set(Stage.allCases.map(\.cause)).count == Stage.allCases.count)
  }
}
