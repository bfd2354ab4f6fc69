import Foundation
import Tables

/// The scenarios and studies that come with the program and can be given by name: `quickstart`,
/// `studies/rabat-radius`.
enum ShippedScenarios {
  /// The folder that contains them; nil if none came with the program.
  static let folder: String? = {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return nil
    }
    var place = URL(filePath: program).deletingLastPathComponent()
    // The paths for `make install` and the Debian package, for the Python package, and for a checkout, whose build
    // is some folders below it.
    let candidates = ["../share/detour/Scenarios", "../_scenarios"].map {
      place.appending(path: $0).standardized
    }
    if let found = candidates.first(where: { holds($0, "quickstart.json5") }) {
      return found.path(percentEncoded: false)
    }
    for _ in 0..<5 where place.path != "/" {
      if holds(place, "Package.swift"), holds(place, "Scenarios/quickstart.json5") {
        return place.appending(path: "Scenarios").path(percentEncoded: false)
      }
      place.deleteLastPathComponent()
    }
    return nil
  }()

  private static func holds(_ place: URL, _ name: String) -> Bool {
    FileSystem.exists(place.appending(path: name).path(percentEncoded: false))
  }

  /// The names in alphabetical order; those in subfolders come last.
  static var names: [String] {
    guard let folder, let files = FileManager.default.enumerator(atPath: folder) else { return [] }
    let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".json5") }.map {
      String($0.dropLast(6))
    }
    return names.sorted { ($0.contains("/") ? 1 : 0, $0) < ($1.contains("/") ? 1 : 0, $1) }
  }

  /// Returns the file of the scenario called `word`, such as `quickstart`, `quickstart.json5` or
  /// `Scenarios/quickstart.json5`; nil if there already is a file at that path or no scenario has that name.
  static func path(of word: String) -> String? {
    guard word != "-", !FileSystem.exists(word), let folder else { return nil }
    var name = word.hasSuffix(".json5") ? String(word.dropLast(6)) : word
    if name.hasPrefix("Scenarios/") { name = String(name.dropFirst("Scenarios/".count)) }
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
    let path = FilePath.path(of: name + ".json5", in: folder)
    return FileSystem.exists(path) ? path : nil
  }
}
