import Testing

@testable import Matching

/// Threads that help with work in pieces.
@Suite struct CrewTests {
  @Test(arguments: [2, 4, 8])
  func `each piece is done once, and seen when the work is done`(_ threads: Int) {
    let crew = Crew(threads: threads)
    for round in 0..<2000 {
      let count = 1 + round % 37
      let results = UnsafeMutableBufferPointer<Int>.allocate(capacity: count)
      results.initialize(repeating: 0)
      defer { results.deallocate() }
      let early = SharedWork(pieces: 3) { _ in }
      crew.expect(early)
      crew.finish(SharedWork(pieces: count) { results[$0] += 1 + $0 })
      guard results.elementsEqual(1...count) else {
        Issue.record("round \(round): \(Array(results))")
        return
      }
      if round % 3 == 0 { crew.finish(early) } else if round % 3 == 1 { early.giveUp() }
    }
  }

  @Test
  func `work given up is over once the pieces under way are`() {
    let pieces = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    pieces.initialize(to: 0)
    defer { pieces.deallocate() }
    var second: SharedWork?
    let work = SharedWork(pieces: 5) { piece in
      pieces.pointee += 1
      if piece == 1 { second?.giveUp() }
    }
    second = work
    work.help()
    #expect(pieces.pointee == 2 && work.isTaken && work.isDone)
    work.giveUp()
    work.help()
    #expect(pieces.pointee == 2 && work.isDone)
    second = nil
  }

  @Test
  func `work is done where nobody helps, and threads go with their crew`() {
    weak var last: Crew?
    for _ in 0..<50 {
      let crew = Crew(threads: 2)
      last = crew
      let sum = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      sum.initialize(to: 0)
      defer { sum.deallocate() }
      crew.finish(SharedWork(pieces: 1) { sum.pointee += $0 + 1 })
      #expect(sum.pointee == 1)
    }
    #expect(last == nil)
  }
}
