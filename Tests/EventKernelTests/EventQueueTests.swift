import EventKernel
import Quantities
import TestSupport
import Testing

/// How far ahead of now the next event is put.
enum Increment: CaseIterable {
  case zero, constant, tied, bimodal, exponential, farFuture, nearLimit

  func draw(_ generator: inout SplitMix64) -> Int64 {
    switch self {
    case .zero: 0
    case .constant: 1000
    case .tied: 1000 * Int64(generator.below(4))
    case .bimodal:
      generator.below(10) == 0 ? 1_000_000 + Int64(generator.below(10)) : Int64(generator.below(50))
    case .exponential: Int64(generator.exponential(mean: 5000))
    case .farFuture: Int64(1) << generator.below(38)
    case .nearLimit: generator.below(3) == 0 ? (1 << 42) - Int64(generator.below(3)) : 1
    }
  }
}

struct EventQueueTests {
  @Test("pops what a sorted list pops, whatever is pushed and cancelled", arguments: Increment.allCases)
  func agreesWithReference(increment: Increment) {
    forAll(seeds: 0..<150) { seed in
      var generator = SplitMix64(seed: seed)
      let size = [3, 30, 300, 3, 30, 300, 30, 3000][Int(seed % 8)]
      return compare(increment, size: size, checksEachStep: size <= 30, generator: &generator)
    }
  }

  @Test("keeps its invariants after each step when increments mix", arguments: [60, 600])
  func mixedIncrements(size: Int) {
    forAll(seeds: 1000..<1040) { seed in
      var generator = SplitMix64(seed: seed)
      return compare(nil, size: size, checksEachStep: size < 100, generator: &generator)
    }
  }

  /// Runs the same random mix of calls on both queues: growth to `size`, a steady state, then the drain.
  private func compare(
    _ increment: Increment?, size: Int, checksEachStep: Bool, generator: inout SplitMix64
  ) -> String? {
    var queue = EventQueue<Int>(minimumCapacity: generator.below(5))
    var reference = ReferenceQueue()
    var handles: [EventHandle] = []
    var now = Milliseconds.zero
    let cancelShare = generator.below(60)
    for step in 0..<4 * size + 20 {
      let pushes = reference.items.count < size && step < 3 * size ? 70 : 40
      let choice = generator.below(100)
      if choice < pushes {
        let law = increment ?? Increment.allCases[generator.below(6)]
        let ahead = Milliseconds(law.draw(&generator))
        let time = now + ahead < EventQueue<Int>.timeLimit ? now + ahead : now
        let priority = UInt8(generator.below(3) == 0 ? generator.below(16) : 0)
        reference.push(.init(time: time, priority: priority, number: handles.count))
        handles.append(queue.push(handles.count, at: time, priority: priority))
      } else if generator.below(100) < cancelShare, !handles.isEmpty {
        let number = generator.below(handles.count)
        let isPending = queue.contains(handles[number])
        let expected = reference.cancel(number)
        guard isPending == expected, queue.cancel(handles[number]) == expected else {
          return "step \(step): cancel of \(number)"
        }
      } else {
        let horizon = generator.below(5) == 0 ? now + Milliseconds(100) : .never
        let expected = reference.pop(notAfter: horizon)
        let popped = queue.pop(notAfter: horizon)
        guard popped?.time == expected?.time, popped?.event == expected?.number else {
          return "step \(step): popped \(String(describing: popped)), not \(String(describing: expected))"
        }
        now = popped?.time ?? now
      }
      guard queue.count == reference.items.count else { return "step \(step): count" }
      if checksEachStep { queue.checkInvariants() }
    }
    queue.checkInvariants()
    guard queue.countContent() == reference.items.count else { return "content" }
    while let expected = reference.pop() {
      guard let popped = queue.pop(), popped.event == expected.number, popped.time == expected.time else {
        return "drain"
      }
    }
    return queue.pop() == nil && queue.isEmpty ? nil : "not empty at the end"
  }

  @Test("takes bursts into a long stretch that came in order")
  func burstsIntoAStretchInOrder() {
    forAll(seeds: 0..<10) { seed in
      var generator = SplitMix64(seed: seed)
      var queue = EventQueue<Int>()
      var reference = ReferenceQueue()
      var pushed = 0
      func push(at time: Milliseconds) {
        reference.push(.init(time: time, priority: 0, number: pushed))
        queue.push(pushed, at: time)
        pushed += 1
      }
      var last = Milliseconds.zero
      for _ in 0..<2000 {
        last += Milliseconds(Int64(generator.below(5)))
        push(at: last)
      }
      while let expected = reference.pop() {
        let popped = queue.pop()
        guard popped?.time == expected.time, popped?.event == expected.number else {
          return "popped \(String(describing: popped)), not \(expected)"
        }
        guard pushed < 6000, generator.below(30) == 0 else { continue }
        let reach = [50, 500, 5000][generator.below(3)]
        for _ in 0..<generator.below(120) {
          push(at: expected.time + Milliseconds(Int64(generator.below(reach))))
        }
        queue.checkInvariants()
      }
      return queue.isEmpty ? nil : "\(queue.count) events are left"
    }
  }

  @Test("keeps equal times in order of pushing, in numbers that fill many buckets")
  func tiesAreFirstInFirstOut() {
    var queue = EventQueue<Int32>()
    for number in 0..<20_000 { queue.push(Int32(number), at: Milliseconds(Int64(number % 3) * 1000)) }
    queue.checkInvariants()
    var popped: [Int32] = []
    while let (_, event) = queue.pop() { popped.append(event) }
    #expect(popped == (0..<3).flatMap { rest in (0..<20_000).filter { $0 % 3 == rest }.map(Int32.init) })
  }

  @Test("puts a lower priority number first among equal times only")
  func priorities() {
    var queue = EventQueue<Unicode.Scalar>()
    queue.push("d", at: Milliseconds(5), priority: 15)
    queue.push("c", at: Milliseconds(5), priority: 3)
    queue.push("b", at: Milliseconds(5))
    queue.push("a", at: Milliseconds(4), priority: 15)
    var popped = ""
    while let (_, event) = queue.pop() { popped.unicodeScalars.append(event) }
    #expect(popped == "abcd")
  }

  @Test("takes events pushed at the time being popped, after those already there")
  func pushesAtTheFront() {
    var queue = EventQueue<Int>()
    for number in 0..<1000 { queue.push(number, at: .zero) }
    var popped: [Int] = []
    while let (time, event) = queue.pop() {
      popped.append(event)
      if event < 5000 { queue.push(event + 1000, at: time) }
    }
    #expect(popped == Array(0..<6000))
  }

  @Test("what is seen ahead is an event that waits, and the next to come where nothing comes between")
  func peeks() {
    var (seen, rightAway) = (0, 0)
    var generator = SplitMix64(seed: 1)
    var queue = EventQueue<Int>()
    var handles: [EventHandle] = []
    for number in 0..<2000 {
      handles.append(queue.push(number, at: Milliseconds(Int64(generator.below(100_000)))))
    }
    for handle in handles where generator.below(5) == 0 { queue.cancel(handle) }
    while queue.pop() != nil {
      guard let ahead = queue.peek(ahead: 0) else { continue }
      seen += 1
      #expect(queue.contains(handles[ahead]) == true)
      // Nothing is pushed any more, and so nothing comes between.
      if let next = queue.peek(ahead: 1), let popped = queue.pop() {
        #expect(popped.event == ahead)
        #expect(queue.contains(handles[next]) == true)
        rightAway += 1
      }
    }
    #expect(seen > 500 && rightAway > 300, "\(seen) seen, \(rightAway) popped next")
  }

  @Test("a stale handle cancels nothing, not even the event that has its slot now")
  func staleHandles() {
    var queue = EventQueue<Int>()
    let first = queue.push(1, at: Milliseconds(1))
    #expect(queue.pop()?.event == 1)
    #expect(queue.cancel(first) == false)
    let second = queue.push(2, at: Milliseconds(2))
    #expect(queue.cancel(first) == false)
    #expect(queue.cancel(second) == true)
    #expect(queue.cancel(second) == false)
    let third = queue.push(3, at: Milliseconds(2))
    #expect(queue.contains(second) == false)
    #expect(queue.contains(third) == true)
    #expect(queue.pop()?.event == 3)
    #expect(queue.pop() == nil)
  }

  @Test("drops the keys of cancelled events when they outnumber the live ones")
  func manyCancellations() {
    forAll(seeds: 0..<10) { seed in
      var generator = SplitMix64(seed: seed)
      var queue = EventQueue<Int>()
      var reference = ReferenceQueue()
      var handles: [EventHandle] = []
      for number in 0..<8000 {
        let time = Milliseconds(Int64(generator.below(3000)) + Int64(number))
        reference.push(.init(time: time, priority: 0, number: number))
        handles.append(queue.push(number, at: time))
        // Pops bring the queue into all its parts, so that the sweep has to gather from each of them.
        if number % 5 == 0 {
          guard queue.pop()?.event == reference.pop()?.number else { return "pop at \(number)" }
        }
      }
      for number in handles.indices where generator.below(10) > 0 {
        guard queue.cancel(handles[number]) == reference.cancel(number) else { return "cancel of \(number)" }
      }
      queue.checkInvariants()
      while let expected = reference.pop() {
        guard queue.pop()?.event == expected.number else { return "drain" }
      }
      return queue.pop() == nil ? nil : "not empty at the end"
    }
  }

  @Test("refuses a negative time")
  func negativeTime() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue<Int>()
      queue.push(0, at: Milliseconds(-1))
    }
  }

  @Test("refuses a time at its limit, and takes the one before")
  func timeLimit() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue<Int>()
      queue.push(0, at: EventQueue<Int>.timeLimit)
    }
    var queue = EventQueue<Int>()
    let last = EventQueue<Int>.timeLimit - Milliseconds(1)
    queue.push(1, at: last, priority: 15)
    #expect(queue.pop()?.time == last)
  }

  @Test("refuses a priority above 15")
  func priorityLimit() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue<Int>()
      queue.push(0, at: .zero, priority: 16)
    }
  }
}
