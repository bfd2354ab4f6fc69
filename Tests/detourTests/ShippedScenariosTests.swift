import Foundation
import TestSupport
import Testing

/// The scenarios that come with the project; `Scripts/fingerprints.sh` runs them whole, in both kinds of build.
struct ShippedScenariosTests {
  private static let folder = SharedData.checkout.appending(path: "Scenarios")
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".json5") }.sorted()

  /// The path of the scenario `name`, unless data that it needs and that is not part of the project is missing:
  /// then the test is cancelled.
  private func path(of name: String) throws -> String {
    let url = Self.folder.appending(path: name)
    let text = try String(contentsOf: url, encoding: .utf8)
    for match in text.matches(of: /"(\.\.\/\.\.\/[^"]+)"/) {
      let file = Self.folder.path + "/" + match.1
      guard FileManager.default.fileExists(atPath: file) else {
        try Test.cancel("the data of \(name) is not there: \(match.1)")
      }
    }
    return url.path
  }

  @Test
  func `there are some`() { #expect(Self.names.contains("quickstart.json5")) }

  @Test(arguments: names)
  func `a shipped scenario has no faults`(name: String) throws {
    let scratch = Scratch()
    let call = try Program.run("validate", try path(of: name), in: scratch)
    call.expectSuccess()
    #expect(call.output.contains(": no faults\n"))
  }

  @Test
  func `the shipped studies have no faults`() throws {
    let folder = Self.folder.appending(path: "studies")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names == [
        "exchange-grace.json5", "orders-packs.json5", "orders-promises.json5", "orders-promotions.json5",
        "orders-servers.json5", "rabat-attempts.json5", "rabat-booking.json5", "rabat-commit.json5",
        "rabat-map-calls.json5",
        "rabat-messages.json5", "rabat-policies.json5", "rabat-radius.json5", "rabat-verification.json5",
        "rabat-walking.json5", "services-moderation.json5", "services-radius.json5",
        "services-rating.json5", "services-validation.json5", "services-verification.json5",
        "shifts-counts.json5", "shifts-flexible.json5", "shifts-needs.json5", "shifts-volunteers.json5",
      ])
    for name in names {
      let call = try Program.run("validate", folder.appending(path: name).path, in: Scratch())
      call.expectSuccess()
      #expect(call.output.contains(": no faults\n"))
    }
  }

  @Test(arguments: names)
  func `a shipped scenario gives the same results each time`(name: String) throws {
    let scratch = Scratch()
    let path = try path(of: name)
    // The first minutes tell as much as the day, and take less of it.
    let words = ["run", path, "--quiet", "--set", "time.horizon_s=900", "--set", "time.warm_up_s=0"]
    // A row that no car can serve, a trade that nobody has, a code that is named twice.
    let warns = ["network.json5", "services-recorded.json5", "orders-recorded.json5"].contains(name)
    try Program.run(words + ["--out", "one"], in: scratch).expectSuccess(warns: warns)
    try Program.run(words + ["--out", "two"], in: scratch).expectSuccess(warns: warns)
    let one = try RunResult("one", in: scratch)
    #expect(try one.tables() == RunResult("two", in: scratch).tables())
    if one.market == "carpool" { try expectSound(one) }
  }
}
