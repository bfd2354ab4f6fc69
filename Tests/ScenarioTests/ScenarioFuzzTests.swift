import CarpoolScenario
import JSON5
import TestSupport
import Testing

@testable import Scenario

@Suite struct ScenarioFuzzTests {
  /// Texts are mutated byte by byte: whatever comes out is read or refused with a place, and never crashes.
  @Test func mutatedTextIsReadOrRefused() {
    let parts = Array(#"{}[]:,'"\/*+-.0123456789eExXuaNI null kind é\#n_"#.utf8)
    let original = Array(Examples.full.utf8)
    forAll(seeds: 0..<1_500) { seed in
      var random = SplitMix(state: seed)
      var bytes = original
      for _ in 0..<random.below(8) + 1 {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[place] = parts[random.below(parts.count)]
        case 1: bytes.insert(parts[random.below(parts.count)], at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.below(20)))
        default:
          bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.below(40))], at: place)
        }
        if bytes.isEmpty { bytes = original }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(ScenarioError) {
        let scenario = try Scenario.load(text: text, file: "f.json5")
        let again = try Scenario.load(text: scenario.resolved.indented, file: "f.json5")
        return scenario == again ? nil : "does not come back the same"
      } catch {
        return error.faults.isEmpty || error.description.isEmpty ? "refused without a word" : nil
      }
    }
  }

  /// Every leaf of the resolved scenario is replaced by every kind of value.
  @Test func everyFieldSurvivesEveryKindOfValue() throws {
    let values = [
      "null", "true", "-1", "1e308", "NaN", "''", "[]", "[{}]", "{}", "{kind: 'none'}", "0x7fffffffffffffff",
    ]
    for path in Scenario.fieldPaths() where !path.contains("[") {
      for value in values {
        do throws(ScenarioError) {
          _ = try Scenario.load(text: Examples.full, file: "f.json5", overrides: ["\(path)=\(value)"])
        } catch {
          #expect(!error.faults.isEmpty)
        }
      }
    }
  }
}

/// A small generator for tests (SplitMix64).
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
