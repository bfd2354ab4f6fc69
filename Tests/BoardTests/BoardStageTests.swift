import Board
import Lifecycle
import Testing
import Travellers

/// The stages of the board are one list: what is counted, said and blamed comes from it.
@Suite struct BoardStageTests {
  @Test("the first stage that leaves nobody is the cause", arguments: BoardStage.allCases)
  func cause(_ stage: BoardStage) {
    var funnel = BoardFunnel()
    for other in BoardStage.allCases { funnel[other] = other.rawValue < stage.rawValue ? 3 : 0 }
    #expect(funnel.emptied == stage)
    #expect(funnel.cause == stage.cause)
    #expect(BoardStage(failingWith: stage.cause) == stage)
  }

  @Test("the causes are those of the design, in its order")
  func causes() {
    #expect(
      BoardStage.allCases.map(\.cause) == [
        .nonePublished, .tooFar, .noSeats, .preferences, .tooDear, .noFunds,
      ])
  }

  @Test("no two stages share a name, a column or a cause, and each says what it means to leave nobody")
  func distinct() {
    let count = BoardStage.allCases.count
    #expect(Set(BoardStage.allCases.map(\.name)).count == count)
    #expect(Set(BoardStage.allCases.map(\.column)).count == count)
    #expect(Set(BoardStage.allCases.map(\.nobody)).count == count)
    #expect(BoardStage.allCases.allSatisfy { $0.nobody.contains(" ") })
  }
}
