import Foundation
import TestSupport
import Testing

/// Scripts that were just written can be executed, whatever is forked meanwhile.
@Suite(.waitsForPrograms) struct FreshScriptTests {
  private let scratch = Scratch()

  @Test
  func `a thousand fresh scripts run beside a thousand forks`() async throws {
    let scratch = scratch
    let failures = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<4 {
        group.addTask {
          var failures = 0
          for number in 0..<250 {
            let path = scratch.path("\(worker)-\(number)")
            try writeExecutable("#!/bin/sh\nexit 7\n", to: path)
            let process = Process()
            process.executableURL = URL(filePath: path)
            do { try process.run() } catch {
              failures += 1
              continue
            }
            process.waitUntilExit()
            if process.terminationStatus != 7 { failures += 1 }
          }
          return failures
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(failures == 0)
  }
}
