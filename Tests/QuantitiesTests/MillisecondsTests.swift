import Quantities
import Testing

@Suite struct MillisecondsTests {
  @Test func secondsAreRoundedToTheNearestMillisecond() {
    #expect(Milliseconds(seconds: 1.4996) == Milliseconds(1500))
    #expect(Milliseconds(seconds: -0.0005) == Milliseconds(-1))
    #expect(Milliseconds(1500).seconds == 1.5)
  }

  @Test func neverStaysNever() {
    #expect(Milliseconds.never.saturatingAdd(Milliseconds(1)) == .never)
    #expect(Milliseconds(2).saturatingAdd(Milliseconds(3)) == Milliseconds(5))
  }
}
