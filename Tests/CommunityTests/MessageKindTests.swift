import Community
import Testing

/// What phones and the service tell each other.
@Suite struct MessageKindTests {
  @Test("no two kinds of messages have one name")
  func names() { #expect(Set(MessageKind.allCases.map(\.rawValue)).count == MessageKind.allCases.count) }
}
