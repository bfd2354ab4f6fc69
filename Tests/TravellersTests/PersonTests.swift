import Testing
import Travellers

@Suite struct PersonTests {
  private let person = Person(smoker: false, sex: .female, age: 40)

  @Test func wishesThatAreNotStatedDoNotCount() {
    let (stated, met) = Wishes.none.agreement(with: person)
    #expect((stated, met) == (0, 0))
  }

  @Test func eachStatedWishCountsOnce() {
    let wishes = Wishes(smoker: false, sex: .male, youngest: 30, oldest: 50)
    let (stated, met) = wishes.agreement(with: person)
    #expect((stated, met) == (3, 2))
  }

  @Test func agesAreBoundedOnEitherSideOrBoth() {
    let cases: [(youngest: Int16?, oldest: Int16?, met: Int)] = [
      (nil, 39, 0), (nil, 40, 1), (40, nil, 1), (41, nil, 0), (40, 40, 1), (41, 39, 0),
    ]
    for (youngest, oldest, expected) in cases {
      let (stated, met) = Wishes(youngest: youngest, oldest: oldest).agreement(with: person)
      #expect((stated, met) == (1, expected))
    }
  }

  @Test func whatIsNotKnownMeetsNoWish() {
    let wishes = Wishes(smoker: false, sex: .female, youngest: 0)
    let (stated, met) = wishes.agreement(with: Person())
    #expect((stated, met) == (3, 0))
  }
}
