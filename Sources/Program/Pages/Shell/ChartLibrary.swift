import Foundation

/// D3, which draws axes and charts: a system library included in each page with its licence.
struct ChartLibrary: Sendable {
  let script: String
  let licence: String

  /// The places of the library on Debian and Ubuntu, preceded by those beside the program.
  private static let places = [
    (script: folder + "/d3/d3.min.js", licence: folder + "/d3/copyright"),
    (script: "/usr/share/nodejs/d3/dist/d3.min.js", licence: "/usr/share/doc/node-d3/copyright"),
  ]

  /// The folder of the program.
  private static var folder: String {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: program ?? "/").deletingLastPathComponent().path(percentEncoded: false)
  }

  /// Loads the library.
  ///
  /// - Throws: `PageError.missingLibrary`.
  init() throws(PageError) {
    for place in Self.places {
      guard let script = try? String(contentsOfFile: place.script, encoding: .utf8),
        let licence = try? String(contentsOfFile: place.licence, encoding: .utf8),
        // The browser ends a script at this text, wherever it occurs.
        !script.lowercased().contains("</script")
      else { continue }
      self.script = script
      self.licence = licence
      return
    }
    throw .missingLibrary(path: Self.places[1].script)
  }
}
