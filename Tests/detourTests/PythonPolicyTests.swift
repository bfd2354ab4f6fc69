import Foundation
import TestSupport
import Testing

/// Policies in Python by the package's decorator.
@Suite(.waitsForPrograms) struct PythonPolicyTests {
  private static let python = SharedData.checkout.appending(path: "Python")

  let scratch = Scratch()

  @Test
  func `the module passes its own tests`() throws {
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"),
      ["python3", Self.python.appending(path: "tests/test_policy.py").path], in: scratch)
    #expect(call.status == 0, "\(call.errors)")
  }

  @Test
  func `a decorated function decides a run`() throws {
    try Town.write(to: scratch)
    try scratch.write(
      """
      import json, sys
      sys.path.insert(0, "\(Self.python.appending(path: "src").path)")
      from detour.policy import policy

      @policy
      def nearest(attempt):
          return min(attempt.candidates, key=lambda c: c.distance_m), "near"

      if __name__ == "__main__":
          print(json.dumps(nearest.command))

      """, to: "mine.py")
    let printed = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", "mine.py"], in: scratch)
    printed.expectSuccess()
    let command = printed.output.trimmingCharacters(in: .newlines)
    for (policy, out) in [("nearest", "inside"), ("{command:\(command),name:\"mine\"}", "outside")] {
      try Program.run(
        "run", "town.json5", "--set", "matching.policy=\(policy)", "--out", out, "--quiet", in: scratch
      ).expectSuccess()
    }
    #expect(
      try RunResult("inside", in: scratch).fingerprint == RunResult("outside", in: scratch).fingerprint)
  }
}
