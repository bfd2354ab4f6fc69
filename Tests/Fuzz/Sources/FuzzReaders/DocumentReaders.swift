import Foundation
import Markets
import Report
import Scenario

@testable import Study

/// A scenario of any market; one that is read is written out and read again.
struct ScenarioReader: FuzzedReader {
  func read(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    do throws(ScenarioError) {
      let scenario = try Scenario.load(text: text, file: "a.json5", markets: Markets.scenarios)
      let again = try Scenario.load(
        text: scenario.resolved.indented, file: "a.json5", markets: Markets.scenarios)
      guard again.resolved == scenario.resolved else { fatalError("a scenario is not read as it is written") }
    } catch { _ = error.description }
  }
}

/// A study file.
struct StudyReader: FuzzedReader {
  func read(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    _ = StudyPlan.isStudy(text)
    do throws(ScenarioError) {
      _ = try StudyPlan.load(text: text, file: "a.json5", markets: Markets.scenarios).resolved
    } catch { _ = error.description }
  }
}

/// A study's folder: the table of its runs and its manifest.
struct ResultsReader: FuzzedReader {
  let folder: String

  func read(_ input: [UInt8]) {
    layOut(input, as: ["runs.csv", "manifest.json"], in: folder)
    do throws(ReportError) {
      let table = try StudyTable(contentsOf: folder)
      for parameter in table.parameters.indices {
        _ = table.isNumeric(parameter)
        _ = table.values(of: parameter)
      }
    } catch { _ = error.description }
    do throws(StudyError) { _ = try StudyManifest(at: folder + "/manifest.json")?.text } catch {
      _ = error.description
    }
  }
}
