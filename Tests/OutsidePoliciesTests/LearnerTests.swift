import Glibc
import JSON5
import Quantities
import Testing

@testable import OutsidePolicies

/// What a learner is told and may say, over real pipes.
struct LearnerTests {
  /// Both ends of a learner's pipes: what it writes, and what it reads.
  private struct Ends: ~Copyable {
    let learner: Learner
    private let writing: Int32
    private let reading: Int32
    private let theirs: [Int32]

    init() {
      var input: [Int32] = [0, 0]
      var output: [Int32] = [0, 0]
      #expect(pipe(&input) == 0 && pipe(&output) == 0)
      learner = Learner(input: input[0], output: output[1])
      (writing, reading, theirs) = (input[1], output[0], [input[0], output[1]])
    }

    deinit { for end in theirs + [writing, reading] { close(end) } }

    func say(_ bytes: [UInt8]) { #expect(write(writing, bytes, bytes.count) == bytes.count) }

    func say(_ kind: UInt64, _ words: [UInt64] = []) {
      let all = [kind] + words + Array(repeating: 0, count: 4 - words.count)
      say(all.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } })
    }

    func hear() -> [UInt8] {
      var room = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(reading, &room, room.count)
      return Array(room.prefix(max(0, count)))
    }
  }

  @Test
  func `it is greeted with what there is, and begins episodes`() throws {
    let ends = Ends()
    ends.say(Array(#"{"protocol":1,"figures":["match_rate"],"review_s":60,"places":2}"#.utf8) + [10])
    ends.say(1, [7, 3])
    ends.say(1, [.max])
    #expect(try ends.learner.greet([.init("scenario", .text("here"))]))
    let hello = try #require(JSON(parsing: String(decoding: ends.hear(), as: UTF8.self)))
    #expect(hello["type"] == .text("hello") && hello["scenario"] == .text("here"))
    let names = { (list: String) in hello[list]?.items?.compactMap { $0["name"]?.words } ?? [] }
    #expect(names("market").prefix(3) == ["time_s", "cycle", "attempt"])
    #expect(names("candidate").contains("walk_to_pickup_m") && !names("candidate").contains("driver"))
    #expect(!names("request").contains("request_id"))
    #expect(ends.learner.figureNames == ["match_rate"])
    #expect(ends.learner.reviewInterval == Milliseconds(60_000))
    let first = try ends.learner.nextEpisode()
    #expect(first?.seed == 7 && first?.replication == 3)
    try ends.learner.end([0.25], .object([.init("seed", .integer(7))]))
    let frame = ends.hear()
    #expect(frame.prefix(8) == [1, 0, 0, 0, 10, 0, 0, 0])
    let figure = frame[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    #expect(Double(bitPattern: figure) == 0.25)
    #expect(String(decoding: frame.suffix(10), as: UTF8.self) == #"{"seed":7}"#)
    #expect(try ends.learner.nextEpisode()?.seed == .max)
  }

  @Test(arguments: [
    (#"{"protocol":2}"#, "uses protocol 1"), (#"{"protocol":1,"places":0}"#, "`places`"),
    (#"{"protocol":1,"candidate":["driver"]}"#, "`driver` is not a field"),
    (#"{"protocol":1,"figures":"all"}"#, "`figures` is not a list"),
    (#"{"protocol":1,"review_s":0}"#, "`review_s`"),
    (#"{"protocol":1,"score":1}"#, "`score` is not a member"),
    ("hello", "not a JSON object"),
  ])
  func `a wrong greeting is told`(_ text: String, _ sentence: String) {
    let ends = Ends()
    ends.say(Array(text.utf8) + [10])
    let error = #expect(throws: LearnerError.self) { try ends.learner.greet([]) }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }

  @Test
  func `nonsense between episodes is told, and so is a decision of nothing`() throws {
    let ends = Ends()
    ends.say(Array(#"{"protocol":1}"#.utf8) + [10])
    ends.say(9)
    ends.say(2, [0])
    #expect(try ends.learner.greet([]))
    #expect(throws: LearnerError.self) { try ends.learner.nextEpisode() }
    let error = #expect(throws: LearnerError.self) { try ends.learner.nextEpisode() }
    #expect(error?.description.contains("begin an episode first") == true)
  }

  @Test
  func `numbers stand for what is not known, has no limit, or is a word`() {
    #expect(MessageValue.absent.number == -1 && MessageValue.flag(nil).number == -1)
    #expect(MessageValue.number(.nan).number == -1 && MessageValue.number(.infinity).number == 1e9)
    #expect(MessageValue.time(.never).number == 1e9 && MessageValue.time(Milliseconds(1_500)).number == 1.5)
    #expect(MessageValue.flag(true).number == 1 && MessageValue.integer(7).number == 7)
    #expect(MessageValue.text("f").number == 0 && MessageValue.text("m").number == 1)
  }
}
