import Testing

/// What drives the browser is checked itself, on pages with one fault each.
@Suite(.waitsForPrograms, .enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing))
struct BrowserCheckTests {
  @Test(arguments: ["a_sound_page_passes", "faults_are_noticed"])
  func theHarnessSeesFaults(name: String) throws {
    try BrowserCheck.expect("check_harness", name, in: Scratch())
  }
}
