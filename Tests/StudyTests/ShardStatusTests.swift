import Testing

@testable import Study

struct ShardStatusTests {
  /// What the shard says of itself, what Slurm says of its task, and what it is then.
  @Test(
    arguments: [
      (nil, .some("PENDING"), .waiting),
      (nil, .some("RUNNING"), .running),
      (nil, .some(nil), .stopped),
      (nil, nil, .waiting),
      ("running node7\n", .some("RUNNING"), .running),
      ("running node7\n", .some("PENDING"), .waiting),
      ("running node7\n", .some(nil), .stopped),
      ("running node7\n", nil, .running),
      ("waiting\n", .some("PENDING"), .waiting),
      ("waiting\n", .some("RUNNING"), .running),
      ("finished\n", .some("COMPLETING"), .finished),
      ("finished\n", .some(nil), .finished),
      ("failed 65\n", .some(nil), .failed),
      ("failed 65\n", nil, .failed),
    ] as [(String?, String??, ShardStatus.State)])
  func `a shard is what it says, unless the queue knows better`(
    text: String?, queued: String??, state: ShardStatus.State
  ) {
    var shard = ShardStatus(folder: "1", finished: 0)
    shard.read(text, queued: queued)
    #expect(shard.state == state)
    #expect(shard.exitCode == (state == .failed ? 65 : nil))
  }
}
