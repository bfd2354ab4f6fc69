import CarpoolScenario
import Foundation
import Metrics
import Scenario
import TestSupport
import Testing

@testable import Carpool

/// Figures and columns are spelled where they are declared; whoever reads a table again asks the declaration.
struct FigureNamesTests {
  /// The literals of all files of `Sources` below `folders`, but those for which `isSpared`.
  private static func files(
    in folders: [String], isSpared: (String) -> Bool = { _ in false }
  ) throws -> [(path: String, text: String)] {
    let sources = SharedData.checkout.appending(path: "Sources")
    return try folders.flatMap { folder in
      let paths = FileManager.default.enumerator(atPath: sources.appending(path: folder).path)
      let names = (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      return try names.map { "\(folder)/\($0)" }.filter { !isSpared($0) }.map {
        ($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8))
      }
    }
  }

  @Test
  func `no reader of results spells a column itself`() throws {
    // The figures of an observed day come from people, and input is spelled by them; trends are read from the tables of any market.
    let files = try Self.files(
      in: [
        "Studies", "Engine/Metrics", "Engine/Models", "Markets/Registry", "Markets/Carpool/Results",
        "Markets/Carpool/Features",
      ],
      isSpared: {
        $0.hasSuffix("/ObservedFigure+Reading.swift") || $0.contains("/Input/")
          || $0.hasSuffix("/TrendFinding.swift")
      })
    #expect(files.count > 100)
    #expect(files.filter { $0.text.contains("column(\"") || $0.text.contains("Column(\"") }.map(\.path) == [])
  }

  @Test
  func `no figure is spelled twice`() throws {
    // The default of a study stands below the figures; the other test holds it to them.
    let isDeclaration: @Sendable (String) -> Bool = {
      $0.hasPrefix("Markets/Carpool/")
        && ($0.hasSuffix("Metrics.swift") || $0.hasSuffix("PriceCapFigures.swift")
          || $0.hasSuffix("Results.swift"))
        || [
          "Engine/Scenario/Study/StudyPlan.swift",
          // A field of the scenario is called as the figure is that it brings.
          "Markets/Carpool/Results/Figures/CarpoolRun+Features.swift",
          "Markets/Carpool/Features/Walking/Fields/Walking+Fields.swift",
          // The weights of a choice are called as the figures are of what they weigh.
          "Markets/Carpool/Features/Choice/Fields/Choice+Fields.swift",
        ].contains($0)
    }
    let files = try Self.files(
      in: [
        "Engine/Metrics", "Engine/Models", "Engine/Scenario", "Markets/Carpool/Fields",
        "Markets/Carpool/Results", "Markets/Carpool/Features",
        "Markets/Registry", "Program/Benchmarking", "Program/Suite", "Program/detour", "Studies",
      ],
      isSpared: {
        // What was called otherwise has to be told by its name.
        // The members of a request's account have names of their own.
        $0.hasSuffix("FormerName.swift") || isDeclaration($0) || $0.contains("/Explanation")
          || $0.contains("/Output+Explain") || $0.hasPrefix("Engine/Metrics/Tables/")
          || $0.hasPrefix("Markets/Carpool/")
            && ($0.contains("/Tables/") || $0.hasSuffix("Table.swift") || $0.hasSuffix("Tables.swift"))
      })
    let names = CarpoolModel.figures.metrics.map(\.name).filter {
      $0.contains("_") && !$0.hasPrefix("cause.")
    }
    #expect(names.count > 15)
    for name in names {
      #expect(files.filter { $0.text.contains("\"\(name)\"") }.map(\.path) == [], "\(name)")
    }
  }

  @Test
  func `what a study is to know well enough, if it does not say, is a figure`() {
    #expect(CarpoolModel.figures.named(StudyPlan.Precision().figure) == FigureColumn(.matchRate))
  }
}
