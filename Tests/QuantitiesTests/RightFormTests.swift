import Quantities
import Testing

/// The forms that are suggested in place of others.
struct RightFormTests {
  @Test(arguments: [
    ("7h05", "07:05"), ("7h", "07:00"), ("23H59", "23:59"), ("7:5", "07:05"),
    ("18/05/2026", "2026-05-18T00:00:00"), ("5/18/2026", "2026-05-18T00:00:00"),
    ("18.5.2026 7h05", "2026-05-18T07:05:00"), ("05/05/2026", "2026-05-05T00:00:00"),
    ("04/05/2026", "2026-05-04T00:00:00 or 2026-04-05T00:00:00"),
  ])
  func `a time is suggested as it is read`(text: String, form: String) {
    #expect(RightForm.ofTime(text) == form)
  }

  @Test(arguments: [
    "", "7", "7.05", "24h00", "7h60", "32/01/2026", "13/13/2026", "1/2", "a/b/2026", "north", "-5", "7h05 x",
  ])
  func `what is no time suggests none`(text: String) { #expect(RightForm.ofTime(text) == nil) }

  @Test
  func `a range has two ends, the lower one first`() {
    for text in ["500-1500", "500..1500", "500–1500", "500 - 1500"] {
      let range = RightForm.ofRange(text)
      #expect(range?.low == "500" && range?.high == "1500")
    }
    for text in ["1500-500", "-5", "5-", "a-b", "1-2-3", "2026-05-18", ""] {
      #expect(RightForm.ofRange(text) == nil)
    }
  }
}
