import EventKernel
import Foundation
import HoldModelPeers
import Quantities

/// What one queue did in one workload.
struct Outcome {
  var nanoseconds: Double
  var checksum: UInt64
}

/// The event of the hold model: which of the pending ones it is.
struct HoldEvent: BitwiseCopyable {
  var number: UInt64
}

/// Detour's kernel: pops, mixes time and number into the checksum, pushes again.
func holdKernel(_ workload: Workload, warmup: Int, holds: Int) -> Outcome {
  var kernel = Kernel<HoldEvent>()
  for (number, start) in workload.starts.enumerated() {
    kernel.schedule(HoldEvent(number: UInt64(number)), at: Milliseconds(start))
  }
  return workload.increments.withUnsafeBufferPointer { increments in
    var checksum: UInt64 = 0
    var draw = 0
    func loop(_ count: Int, _ kernel: inout Kernel<HoldEvent>) {
      for _ in 0..<count {
        guard let (time, event) = kernel.next() else { fatalError("the queue ran dry") }
        checksum =
          (checksum ^ UInt64(bitPattern: time.rawValue) ^ event.number &<< 40) &* 0x9E37_79B9_7F4A_7C15
        kernel.schedule(event, after: Milliseconds(increments[draw & (Workload.tableSize - 1)]))
        draw &+= 1
      }
    }
    loop(warmup, &kernel)
    let begin = detour_cpu_seconds()
    loop(holds, &kernel)
    let elapsed = detour_cpu_seconds() - begin
    return Outcome(nanoseconds: elapsed * 1e9 / Double(max(holds, 1)), checksum: checksum)
  }
}

/// The nanoseconds to schedule an event and cancel it, with all events of `workload` pending besides.
func scheduleAndCancel(_ workload: Workload) -> Double {
  var kernel = Kernel<HoldEvent>()
  for (number, start) in workload.starts.enumerated() {
    kernel.schedule(HoldEvent(number: UInt64(number)), at: Milliseconds(start))
  }
  var cancelled = 0
  let begin = detour_cpu_seconds()
  for draw in 0..<workload.holds {
    let delay = Milliseconds(workload.increments[draw & (Workload.tableSize - 1)])
    let handle = kernel.schedule(HoldEvent(number: UInt64(draw)), after: delay)
    cancelled += kernel.cancel(handle) ? 1 : 0
  }
  let elapsed = detour_cpu_seconds() - begin
  precondition(cancelled == workload.holds, "an event could not be cancelled")
  return elapsed * 1e9 / Double(workload.holds)
}

/// The C++ ladder queue.
func holdLadder(_ workload: Workload) -> Outcome {
  holdPeer(workload, detour_hold_ladder)
}

/// `std::priority_queue`.
func holdPriorityQueue(_ workload: Workload) -> Outcome {
  holdPeer(workload, detour_hold_priority_queue)
}

private func holdPeer(
  _ workload: Workload,
  _ hold: (UnsafePointer<Int64>, Int64, UnsafePointer<Int64>, UInt64, Int64, Int64) -> HoldResult
) -> Outcome {
  let result = hold(
    workload.starts, Int64(workload.pending), workload.increments, UInt64(Workload.tableSize - 1),
    Int64(workload.warmup), Int64(workload.holds))
  return Outcome(nanoseconds: result.seconds / Double(workload.holds) * 1e9, checksum: result.checksum)
}

/// SimPy, in a Python of its own; nil when Python or SimPy is missing.
///
/// It holds less often than the others; its checksum is of the first `checked` pops.
func holdSimPy(_ workload: Workload, checked: Int) -> Outcome? {
  let python = Process()
  python.executableURL = URL(filePath: "/usr/bin/env")
  let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "hold_simpy.py")
  python.arguments = ["python3", script.path, "\(workload.pending)", "200000", "\(checked)"]
  let numbers = FileManager.default.temporaryDirectory.appending(path: "hold-model-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: numbers) }
  let lines = [workload.starts, workload.increments].map { $0.map(String.init).joined(separator: " ") + "\n" }
  let output = Pipe()
  do {
    try lines.joined().write(to: numbers, atomically: true, encoding: .utf8)
    python.standardInput = try FileHandle(forReadingFrom: numbers)
    python.standardOutput = output
    python.standardError = FileHandle.nullDevice
    try python.run()
    let words = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    python.waitUntilExit()
    guard python.terminationStatus == 0, words.count == 2 else { return nil }
    guard let nanoseconds = Double(words[0]), let checksum = UInt64(words[1]) else { return nil }
    return Outcome(nanoseconds: nanoseconds, checksum: checksum)
  } catch {
    return nil
  }
}
