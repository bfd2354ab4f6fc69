import Board
import Testing

/// What a board does where a scenario says nothing.
@Suite struct BoardRulesTests {
  @Test("passengers walk at 1.3 m/s unless somebody says otherwise")
  func walking() { #expect(BoardRules().walkingSpeed == 1.3) }
}
