import Foundation
import TestSupport
import Testing

/// The scenarios that come with the project; `Scripts/fingerprints.sh` runs them whole, in both kinds of build.
@Suite(.waitsForPrograms) struct ShippedScenariosTests {
  private static let folder = SharedData.checkout.appending(path: "Scenarios")
  static let names = files("") + files("examples/")

  /// The scenarios in the folder `prefix` of those that come with the project, with its name in front.
  private static func files(_ prefix: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + prefix)) ?? [])
      .filter { $0.hasSuffix(".json5") }.sorted().map { prefix + $0 }
  }

  /// The path of the scenario `name`, unless data that it needs and that is not part of the project is missing:
  /// then the test is cancelled.
  private func path(of name: String) throws -> String {
    let url = Self.folder.appending(path: name)
    let text = try String(contentsOf: url, encoding: .utf8)
    for match in text.matches(of: /"(\.\.\/\.\.\/[^"]+)"/) {
      let file = url.deletingLastPathComponent().path + "/" + match.1
      guard FileManager.default.fileExists(atPath: file) else {
        try Test.cancel("the data of \(name) is not there: \(match.1)")
      }
    }
    return url.path
  }

  @Test
  func `there are some`() {
    #expect(Self.names.contains("quickstart.json5"))
    #expect(Self.names.contains("examples/board.json5"))
  }

  @Test(arguments: names)
  func `a shipped scenario has no faults`(name: String) throws {
    let scratch = Scratch()
    let call = try Program.run("validate", try path(of: name), in: scratch)
    call.expectSuccess()
    #expect(call.output.contains(": no faults\n"))
  }

  /// The names of the studies; those of Melbourne need data that is not part of the project.
  private static let studies = [
    "exchange-decay", "exchange-gift", "exchange-grace", "exchange-weeks", "melbourne-commit",
    "orders-packs", "orders-photos", "orders-promises", "orders-promotions", "orders-servers",
    "rabat-attempts", "rabat-booking", "rabat-choice", "rabat-commit", "rabat-map-calls-whole",
    "rabat-map-calls",
    "rabat-messages", "rabat-policies", "rabat-radius", "rabat-verification", "rabat-walking",
    "services-moderation-weeks", "services-moderation", "services-newcomers", "services-radius",
    "services-rating", "services-validation-weeks", "services-validation", "services-verification",
    "shifts-changes", "shifts-counts", "shifts-flexible", "shifts-needs", "shifts-sets",
    "shifts-volunteers", "shifts-zones",
  ]

  @Test
  func `the shipped studies are known`() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "studies").path)
    #expect(names.sorted() == Self.studies.map { $0 + ".json5" })
  }

  @Test(arguments: studies)
  func `a shipped study has no faults`(name: String) throws {
    if name.hasPrefix("melbourne") { _ = try path(of: "melbourne.json5") }
    let call = try Program.run("validate", Self.folder.path + "/studies/\(name).json5", in: Scratch())
    call.expectSuccess()
    #expect(call.output.contains(": no faults\n"))
  }

  @Test(arguments: names)
  func `a shipped scenario gives the same results each time`(name: String) throws {
    let scratch = Scratch()
    let path = try path(of: name)
    // The first minutes tell as much as the day, and take less of it.
    let words = ["run", path, "--quiet", "--set", "time.horizon_s=900", "--set", "time.warm_up_s=0"]
    // A row that no car can serve, a window too narrow for a straight way, a trade that nobody has, a code that is named twice, trips
    // that end where they begin, wishes that no driver of a file meets.
    let warns = [
      "network.json5", "melbourne.json5", "services-recorded.json5", "orders-recorded.json5",
      "examples/bookings.json5", "examples/recorded-days.json5", "examples/services-recorded.json5",
      "examples/taxi.json5",
    ].contains(name)
    try Program.run(words + ["--out", "one"], in: scratch).expectSuccess(warns: warns)
    try Program.run(words + ["--out", "two"], in: scratch).expectSuccess(warns: warns)
    let one = try RunResult("one", in: scratch)
    #expect(try one.tables() == RunResult("two", in: scratch).tables())
    if one.market == "carpool" { try expectSound(one) }
  }
}
