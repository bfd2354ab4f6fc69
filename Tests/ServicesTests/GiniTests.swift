import Testing

@testable import Services

/// The Gini coefficient, against its definition.
struct GiniTests {
  @Test(
    "It is half the mean difference of two values over their mean",
    arguments: [[1], [0, 1], [3, 1, 4, 1, 5, 9, 2, 6], [2, 2, 2]])
  func byDefinition(values: [Int]) throws {
    let differences = values.flatMap { a in values.map { abs(a - $0) } }.reduce(0, +)
    let expected = Double(differences) / Double(2 * values.count * values.reduce(0, +))
    #expect(abs(try #require(Gini.coefficient(of: values)) - expected) < 1e-12)
  }

  @Test("It has no value where nobody has anything")
  func ofNothing() {
    #expect(Gini.coefficient(of: [0, 0]) == nil)
    #expect(Gini.coefficient(of: []) == nil)
  }
}
