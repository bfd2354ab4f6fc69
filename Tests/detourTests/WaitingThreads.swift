import Foundation
import Testing

/// A trait of suites whose tests mostly wait for programs that they have started: they run on threads of their own, so that they hold up
/// none of the pool's, of which there are as many as processors.
struct WaitingThreads: SuiteTrait, TestTrait, TestScoping {
  fileprivate let executor: WaitingExecutor
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(executor) { try await function() }
  }
}

extension Trait where Self == WaitingThreads {
  /// Tests that wait for programs, on threads of their own.
  static var waitsForPrograms: Self { Self(executor: .many) }

  /// Tests of which one takes longer than all others, mostly asleep: they begin at once.
  static var waitsLongest: Self { Self(executor: .one) }
}

/// Threads beside the pool.
private final class WaitingExecutor: TaskExecutor {
  /// Two for each processor: a program that is waited for may itself be waiting.
  static let many = WaitingExecutor(threads: 2 * ProcessInfo.processInfo.activeProcessorCount)
  static let one = WaitingExecutor(threads: 1)

  private let threads = OperationQueue()

  private init(threads count: Int) { threads.maxConcurrentOperationCount = count }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
