import Testing

@testable import Study

struct ShardTests {
  @Test
  func `every item belongs to one shard`() {
    for count in 1...7 {
      for index in 0..<30 {
        #expect((1...count).count { Shard(number: $0, count: count).holds(index) } == 1)
      }
    }
  }

  @Test(arguments: ["0/3", "4/3", "1/0", "1", "1/2/3", "a/2", "-1/2", "1/", ""])
  func `a shard outside of its range is none`(text: String) { #expect(Shard(text) == nil) }

  @Test
  func `a shard is read`() { #expect(Shard("3/40") == Shard(number: 3, count: 40)) }
}
