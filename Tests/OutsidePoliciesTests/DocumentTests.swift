import Foundation
import TestSupport
import Testing

@testable import OutsidePolicies

/// docs/policies.md names all that messages say.
struct DocumentTests {
  @Test
  func `every field stands in the document, and in the module for Python`() throws {
    let read = { (name: String) in
      try String(contentsOf: SharedData.checkout.appending(path: name), encoding: .utf8)
    }
    let document = try read("docs/policies.md")
    let module = try read("Python/src/detour/policy.py")
    let attempts = AttemptMessage.fields.map(\.name) + CandidateMessage.fields(walks: true).map(\.name)
    let windows =
      AttemptMessage.windowFields.map(\.name) + DriverMessage.fields.map(\.name)
      + PairMessage.fields.map(\.name)
    for name in attempts + windows {
      #expect(document.contains("`\(name)`"), "\(name)")
      #expect(module.contains("    \(name): "), "\(name)")
    }
  }
}
