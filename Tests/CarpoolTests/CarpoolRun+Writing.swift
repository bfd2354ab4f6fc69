import JSON5
import Metrics
import Models
import Tables

@testable import Carpool

extension CarpoolRun {
  /// Writes its tables, those called `asked` among them.
  func write(asked: [String] = [], into tables: inout ResultTables) throws {
    _ = try Self.tables.writeResults(of: self, identity, Figures(of: self), into: &tables)
    try Self.tables.writeOthers(of: self, asked: asked, into: &tables)
  }

  /// Writes it as the result folder `path`.
  @discardableResult
  func write(
    to path: String, from origin: Manifest.Origin = .init(scenario: .object([]), version: "0.0.0")
  ) throws -> Fingerprint {
    let folder = try ResultFolder(path: path)
    let subject = Manifest.Subject(
      identity, geometry: coordinates, refused: refused, more: manifestMembers)
    let recipe = Self.tables.recipe(of: self)
    let fingerprint = try folder.write(subject, from: origin, recipe: recipe) { tables throws(TableError) in
      let fingerprint = try Self.tables.writeResults(
        of: self, identity, Figures(of: self), into: &tables)
      try Self.tables.writeOthers(of: self, asked: [], into: &tables)
      return fingerprint
    }
    try folder.close()
    return fingerprint
  }
}
