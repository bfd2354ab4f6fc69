import CPolicy
import Matching
import Processes
import Quantities
import Tables
import Travellers

/// A policy in a shared library, called through the interface of `detour_policy.h`.
struct LibraryPolicy: GatheringPolicy {
  let policy: OutsidePolicy
  let subject: PolicySubject

  init(_ policy: OutsidePolicy, _ subject: PolicySubject) {
    self.policy = policy
    self.subject = subject
  }

  var name: String { policy.name }

  var gathering: (any GatheringPolicy)? { policy.decides == .windows ? self : nil }

  func begin() throws -> any Policy {
    policy.decides == .windows ? try WindowLibrary(self) : try LibrarySession(self)
  }

  func choose(for attempt: inout Attempt) -> Candidate? {
    preconditionFailure("a library answers in the run that it was loaded for: begin comes first")
  }

  func choose(together attempts: inout [Attempt]) -> GatheredChoice {
    preconditionFailure("a library answers in the run that it was loaded for: begin comes first")
  }

  /// Loads the library and returns it with its function `name`.
  ///
  /// - Throws: `OutsidePolicyError`.
  func load(
    _ name: String, otherwise other: (name: String, remedy: String)
  ) throws(OutsidePolicyError) -> (SharedLibrary, UnsafeMutableRawPointer) {
    let library: SharedLibrary
    do throws(SharedLibraryError) {
      library = try GuestCode.call { () throws(SharedLibraryError) in
        try SharedLibrary(path: FilePath.path(of: policy.library ?? "", in: subject.folder))
      }
    } catch {
      throw self.error(
        .notLoaded("it cannot be loaded (\(error.reason)); give the file of a shared library"))
    }
    guard let version = library.function("detour_policy_version"), let function = library.function(name)
    else {
      guard library.function(other.name) == nil else {
        throw error(.notLoaded("it has \(other.name) and lacks \(name): \(other.remedy)"))
      }
      throw error(
        .notLoaded(
          "it lacks detour_policy_version or \(name); offer both with C linkage, as detour_policy.h says"))
    }
    let spoken = GuestCode.call(unsafeBitCast(version, to: detour_policy_version_function.self))
    guard (1...DETOUR_POLICY_VERSION).contains(spoken) else {
      throw error(
        .notLoaded(
          "it was made for version \(spoken) of detour_policy.h; make it anew with version \(DETOUR_POLICY_VERSION)"
        ))
    }
    return (library, function)
  }

  func error(_ problem: OutsidePolicyError.Problem) -> OutsidePolicyError {
    OutsidePolicyError(policy: name, source: policy.library ?? "", problem: problem)
  }
}

/// The library in one run, with buffers for its arguments.
///
/// Used by the run's thread only.
final class LibrarySession: Policy, @unchecked Sendable {
  let name: String
  private let policy: LibraryPolicy
  private let choose: detour_choose_function
  private var told: [detour_candidate] = []
  private var walks: [detour_walk] = []
  private var slacks: [detour_slack] = []
  /// The library's state for the run, and its release.
  private let start: LibraryStart

  /// Loads the library and looks up its functions.
  ///
  /// - Throws: `OutsidePolicyError`.
  init(_ policy: LibraryPolicy) throws(OutsidePolicyError) {
    self.policy = policy
    name = policy.name
    let (library, choose) = try policy.load(
      "detour_choose",
      otherwise: (
        "detour_decide",
        "give matching.policy.decides: \"windows\" and matching.batch, as {window_s: 10}, so that it decides windows"
      ))
    self.choose = unsafeBitCast(choose, to: detour_choose_function.self)
    start = try LibraryStart(of: library, policy)
  }

  /// Creates a session with an existing function instead of a library.
  init(_ policy: LibraryPolicy, asking choose: @escaping detour_choose_function) {
    self.policy = policy
    name = policy.name
    self.choose = choose
    start = LibraryStart()
  }

  func choose(for attempt: inout Attempt) throws -> Candidate? {
    let candidates = attempt.candidates()
    guard !candidates.isEmpty else { return nil }
    told.removeAll(keepingCapacity: true)
    walks.removeAll(keepingCapacity: true)
    slacks.removeAll(keepingCapacity: true)
    for candidate in candidates {
      told.append(detour_candidate(candidate, attempt, policy.subject.geometry))
      walks.append(detour_walk(attempt.meeting(with: candidate)))
      slacks.append(detour_slack(attempt.slack(of: candidate), of: attempt.fleet.drivers[candidate.driver]))
    }
    var message = detour_attempt(attempt, policy.subject.geometry)
    message.candidate_count = Int32(candidates.count)
    let choice = told.withUnsafeBufferPointer { told in
      walks.withUnsafeBufferPointer { walks in
        slacks.withUnsafeBufferPointer { slacks in
          message.candidates = told.baseAddress
          message.walks = walks.baseAddress
          message.slacks = slacks.baseAddress
          message.state = start.state
          return GuestCode.call { choose(&message) }
        }
      }
    }
    if choice == DETOUR_NOBODY { return nil }
    guard choice >= 0, choice < candidates.count else {
      let moment = OutsidePolicyError.Moment.attempt(
        request: policy.subject.requestNames.text(of: attempt.request.id), cycle: attempt.cycle,
        attempt: attempt.attempt, time: attempt.time)
      throw policy.error(
        .badAnswer(
          at: moment, answer: "\(choice)",
          "answer with the place of a candidate, 0 to \(candidates.count - 1), or with -1 for none"))
    }
    return candidates[Int(choice)]
  }
}
