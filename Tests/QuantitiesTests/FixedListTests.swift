import Quantities
import Testing

private final class Witness {
  nonisolated(unsafe) static var alive = 0
  init() { Self.alive += 1 }
  deinit { Self.alive -= 1 }
}

@Suite struct FixedListTests {
  @Test func elementsAreChangedWhereTheyStand() {
    var list = FixedList(repeating: [0, 0], count: 3)
    list[1][0] = 7
    list[2] = [1]
    #expect(list.count == 3 && list.indices == 0..<3)
    #expect(list[0] == [0, 0] && list[1] == [7, 0] && list[2] == [1])
  }

  @Test func aListLetsGoOfWhatItHolds() {
    do {
      var list = FixedList(repeating: Optional.some(Witness()), count: 4)
      #expect(Witness.alive == 1)
      for place in list.indices.dropLast() { list[place] = nil }
      #expect(Witness.alive == 1 && list[3] != nil)
    }
    #expect(Witness.alive == 0)
  }

  @Test func anEmptyListHasNoPlaces() {
    let list = FixedList(repeating: 1, count: 0)
    #expect(list.indices.isEmpty)
  }

  @Test func aPlaceOutsideTheListIsRefused() async {
    await #expect(processExitsWith: .failure) {
      let list = FixedList(repeating: 1, count: 2)
      print(list[2])
    }
  }
}
