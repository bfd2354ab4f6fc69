import CarpoolScenario
import Foundation
import Ground
import Matching
import Scenario
import Tables

extension Scenario {
  /// The files of the policy, where one outside the program decides: its library, or the words of its command that are files,
  /// as its script. A program that is found by its name, or by an absolute path, is the machine's and none of them.
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

  /// These files by what they hold.
  ///
  /// - Throws: `TableError` where one cannot be read.
  func policyInputs(in folder: String) throws(TableError) -> [InputFile] {
    var digests = InputDigests(folder: folder)
    var inputs: [InputFile] = []
    for file in policyFiles(in: folder) { inputs.append(try digests.input("policy", file)) }
    return inputs
  }
}
