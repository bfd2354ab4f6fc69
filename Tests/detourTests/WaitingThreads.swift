import Foundation
import Testing

/// A trait of suites whose tests mostly wait for programs that they have started: they run on threads of their own, so that they hold up
/// none of the pool's, of which there are as many as processors.
struct WaitingThreads: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == WaitingThreads {
  /// Tests that wait for programs, on threads of their own.
  static var waitsForPrograms: Self { Self() }
}

/// Threads beside the pool, two for each processor: a program that is waited for may itself be waiting.
private final class WaitingExecutor: TaskExecutor {
  static let shared = WaitingExecutor()

  private let threads = OperationQueue()

  private init() {
    threads.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
