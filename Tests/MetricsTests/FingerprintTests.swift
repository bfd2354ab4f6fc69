import Tables
import Testing

@testable import Metrics

struct FingerprintTests {
  @Test
  func `it is the digest of a line per table`() {
    let digests = [(table: "requests", sha256: "ab"), (table: "attempts", sha256: "cd")]
    #expect(Fingerprint(digests: digests).text == Digest.of("requests ab\nattempts cd\n"))
  }
}
