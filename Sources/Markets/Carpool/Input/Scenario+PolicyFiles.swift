import CarpoolScenario
import Foundation
import Ground
import Matching
import Scenario
import Tables

extension Scenario {
  /// Returns the files of an external policy: its library, or the words of its command that are files, such as its
  /// script. A program given by name or by absolute path belongs to the machine, and is not included.
  func policyFiles(in folder: String) -> [String] {
    guard market == "carpool", case .outside(let policy) = matching.policy else { return [] }
    if let library = policy.library { return [library] }
    let words = policy.command ?? []
    return words.enumerated().filter { place, word in
      let isOurs = place > 0 || (word.contains("/") && !word.hasPrefix("/"))
      var isFolder: ObjCBool = false
      return isOurs && !word.isEmpty
        && FileManager.default.fileExists(atPath: FilePath.path(of: word, in: folder), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.map(\.element)
  }

  /// Returns these files with their content hashes.
  ///
  /// - Throws: `TableError` if one is unreadable.
  func policyInputs(in folder: String) throws(TableError) -> [InputFile] {
    var digests = InputDigests(folder: folder)
    var inputs: [InputFile] = []
    for file in policyFiles(in: folder) { inputs.append(try digests.input("policy", file)) }
    return inputs
  }
}
