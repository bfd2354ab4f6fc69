import CarpoolScenario
import Community
import Foundation
import Ground
import Matching
import Quantities
public import Scenario
import Tables

extension Scenario {
  /// The part of the scenario that determines the travellers, with defaults for all other fields. Travellers are
  /// created from it alone, so scenarios with equal parts have the same travellers.
  ///
  /// Limits and patience set by the scenario are added later, by `Population.settle(in:)`.
  public var ofTravellers: Scenario {
    var bare = self
    bare.name = ""
    bare.description = ""
    bare.time.warmUp = .zero
    bare.time.horizon = nil
    bare.results = Results()
    bare.co2PerKm = CarpoolFields().co2PerKm
    bare.hindsight = nil
    bare.mapCalls = nil
    bare.matching = Matching()
    // Where stops are shared, ends in files are rounded.
    bare.matching.stops = matching.stops
    bare.behaviour = Behaviour()
    if let board {
      // Published times include the stop durations.
      bare.behaviour.stopDuration = behaviour.stopDuration
      var published = Board()
      published.offers = board.offers
      published.seeks = board.seeks
      bare.board = published
    }
    // With such rules travellers are users; the rules themselves do not affect who they are.
    bare.demand.keepRecordedAlternatives()
    bare.verification = verification.map { _ in VerificationRules() }
    bare.ratings = ratings.map { _ in RatingRules() }
    bare.channel = channel.map { _ in ChannelRules() }
    return bare
  }
}

extension Scenario {
  /// Returns the files of an external policy: its library, or the words of its command that name files, such as its
  /// script. A program given by name or absolute path is part of the machine, and therefore excluded.
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

  /// Returns the policy files with their content hashes.
  ///
  /// - Throws: `TableError` if a file is unreadable.
  func policyInputs(in folder: String) throws(TableError) -> [InputFile] {
    var digests = InputDigests(folder: folder)
    var inputs: [InputFile] = []
    for file in policyFiles(in: folder) { inputs.append(try digests.input("policy", file)) }
    return inputs
  }
}

extension Scenario {
  /// Reads the carpool scenario in the file at `path`.
  ///
  /// - Throws: as `load(contentsOf:overrides:markets:)`.
  public static func load(contentsOf path: String, overrides: [String] = []) throws -> Scenario {
    try load(contentsOf: path, overrides: overrides, markets: .carpool)
  }
}
