import Lifecycle
import Matching
import Testing
import Travellers

@Suite struct CauseTests {
  @Test func everyCauseHasANameOfItsOwnAndASentence() {
    #expect(Set(Cause.allCases.map(\.meaning)).count == Cause.allCases.count)
    for cause in Cause.allCases {
      #expect(cause.rawValue.allSatisfy { $0.isLowercase || $0 == "_" })
      #expect(!cause.meaning.isEmpty && !cause.meaning.hasSuffix("."))
    }
  }

  @Test func everyCauseIsSaidByItselfOrByOneStage() {
    for cause in Cause.allCases {
      #expect((cause.ownMeaning == nil) == (Stage(failingWith: cause) != nil), "\(cause)")
    }
  }
}
