import Testing

@testable import Metrics

struct ResultTablesTests {
  @Test
  func `ordering by counting is stable`() {
    let keys = [2, 0, 2, 1, 0, 2]
    #expect(ResultTables.order(of: 6, keys: 3) { keys[$0] } == [1, 4, 3, 0, 2, 5])
    #expect(ResultTables.order(of: 0, keys: 0) { _ in 0 } == [])
  }
}
