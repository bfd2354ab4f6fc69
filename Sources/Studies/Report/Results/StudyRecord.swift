import Foundation
import JSON5
import Markets
import Metrics
import Models
import Scenario
import Tables

/// The description of a study's points in its manifest.
///
/// The rest of the manifest is not read: results can be read without it.
struct StudyRecord {
  let plan: StudyPlan
  /// The figures of its market's runs.
  let figures: FigureList
  private let json: JSON

  /// Returns the input of the runs.
  ///
  /// - Parameter folder: the manifest's folder.
  func input(in folder: String) -> StudyInput? {
    json["scenario"].map {
      StudyInput($0, plan, folder: json["scenario_folder"]?.words.map { folder + "/" + $0 })
    }
  }

  /// Reads the manifest at `path`; nil if there is none with a plan.
  init?(file path: String) {
    guard FileManager.default.fileExists(atPath: path), let text = try? FileBytes(contentsOf: path).text,
      let json = JSON(parsing: text), let plan = json["plan"],
      let plan = try? StudyPlan.load(text: plan.compact, file: path, markets: Markets.scenarios)
    else { return nil }
    self.plan = plan
    self.json = json
    figures = Markets.of(json)?.figures(ofManifest: json) ?? Markets.figures
  }

  /// Returns the indices of each row's points in the design `saltelli`, using `index` for points with runs;
  /// incomplete rows are left out. Nil for other designs.
  func rows(_ index: [[String]: Int]) -> [[Int]]? {
    guard plan.design.method == .saltelli, let rows = paths("rows") else { return nil }
    return rows.compactMap { row in
      let places = row.compactMap { index[$0] }
      return places.count == plan.variations.count + 2 ? places : nil
    }
  }

  /// Returns the values of the points in each list of indices under `name` in the manifest; nil if there are
  /// none.
  func paths(_ name: String) -> [[[String]]]? {
    guard case .list(let points)? = json["points"], case .list(let lists)? = json[name] else { return nil }
    let values = points.map { point -> [String] in
      guard case .list(let values)? = point["values"] else { return [] }
      return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
    return lists.map { list in
      guard case .list(let places) = list else { return [] }
      return places.compactMap { place in
        guard case .integer(let place) = place, let place = Int(exactly: place) else { return nil }
        return values.indices.contains(place) ? values[place] : nil
      }
    }
  }
}

extension Markets {
  /// Returns the figures of the market of the manifest at `path`; of all markets if unknown.
  static func figures(ofManifestAt path: String) -> FigureList {
    let manifest = (try? FileBytes(contentsOf: path).text).flatMap { JSON(parsing: $0) }
    return manifest.flatMap { Markets.of($0)?.figures(ofManifest: $0) } ?? Markets.figures
  }
}
