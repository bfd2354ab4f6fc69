import Quantities
import TestSupport
import Testing

struct OrderingTests {
  /// The order by definition: each element goes behind all that do not follow it.
  private func inserted(_ elements: [(key: Int, name: String)]) -> [String] {
    var found: [(key: Int, name: String)] = []
    for element in elements {
      found.insert(element, at: found.firstIndex { $0.key > element.key } ?? found.count)
    }
    return found.map(\.name)
  }

  @Test
  func `elements are in order, and equal ones stay in theirs`() {
    var random = SplitMix64(seed: 11)
    for count in [0, 1, 2, 3, 31, 32, 33, 64, 65, 200] {
      for keys in [1, 3, 1000] {
        let elements = (0..<count).map {
          (key: Int.random(in: 0..<keys, using: &random), name: "element \($0)")
        }
        let expected = inserted(elements)
        #expect(elements.ordered { $0.key < $1.key }.map(\.name) == expected)
        #expect(elements.lazy.map { $0 }.ordered { $0.key < $1.key }.map(\.name) == expected)
        var list = elements
        list.order { $0.key < $1.key }
        #expect(list.map(\.name) == expected)
        // What is in order stays as it is.
        list.order { $0.key < $1.key }
        #expect(list.map(\.name) == expected)
        list.order { $0.key > $1.key }
        #expect(list.map(\.key) == elements.map(\.key).sorted(by: >))
      }
    }
  }

  @Test
  func `elements that can be compared need no order`() {
    #expect(Set(["b", "c", "a"]).ordered() == ["a", "b", "c"])
    #expect([2.5, -1, 0].ordered() == [-1, 0, 2.5])
    #expect([Int]().ordered() == [])
  }
}
