import Models
import Testing

/// What features add to the lists of their market.
struct FeatureTests {
  @Test
  func `what a feature adds follows its anchor, in the order of features, or ends the list`() {
    let list = ["kept", "credits", "revenue"].with(
      [
        Placed("delivered", after: "kept"), Placed("messages", after: nil), Placed("photos", after: "kept"),
        Placed("users", after: "revenue"),
      ], named: { $0 })
    #expect(list == ["kept", "delivered", "photos", "credits", "revenue", "users", "messages"])
    #expect(["a"].with([], named: { $0 }) == ["a"])
  }
}
