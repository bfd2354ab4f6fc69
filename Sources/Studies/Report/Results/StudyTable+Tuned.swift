import Foundation
import JSON5
import Metrics
import Quoting
import Tables

extension StudyTable {
  /// The bounds under which `detour tune` searched for the best point, from tune.json beside the runs; empty for
  /// other studies.
  var tunedBounds: [Constraint] {
    let path = folder + "/tune.json"
    guard FileManager.default.fileExists(atPath: path), let text = try? FileBytes(contentsOf: path).text,
      let bounds = JSON(parsing: text)?["bounds"]?.items
    else { return [] }
    return bounds.compactMap { bound in
      guard let words = bound["bound"]?.words else { return nil }
      return try? Constraint(words.replacingScalars(["≤": "<=", "≥": ">="]), in: self)
    }
  }
}
