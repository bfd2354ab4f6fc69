package import CPolicy
import Glibc
import JSON5
public import Matching
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

  /// Loads the library, and returns it with the function `name`.
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
          "it lacks detour_policy_version or \(name); export both with C linkage, as detour_policy.h says"))
    }
    let spoken = GuestCode.call(unsafeBitCast(version, to: detour_policy_version_function.self))
    guard (1...DETOUR_POLICY_VERSION).contains(spoken) else {
      throw error(
        .notLoaded(
          "it was built for version \(spoken) of detour_policy.h; rebuild it with version \(DETOUR_POLICY_VERSION)"
        ))
    }
    return (library, function)
  }

  func error(_ problem: OutsidePolicyError.Problem) -> OutsidePolicyError {
    OutsidePolicyError(policy: name, source: policy.library ?? "", problem: problem)
  }
}

/// The library during one run, with buffers for its arguments.
///
/// Used only by the run's thread.
final class LibrarySession: Policy, @unchecked Sendable {
  let name: String
  private let policy: LibraryPolicy
  private let choose: detour_choose_function
  private var told: [detour_candidate] = []
  private var walks: [detour_walk] = []
  private var slacks: [detour_slack] = []
  /// The library's state for the run, including its release.
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
        "give matching.policy.decides: \"windows\" and matching.batch, such as {window_s: 10}, so that it decides windows"
      ))
    self.choose = unsafeBitCast(choose, to: detour_choose_function.self)
    start = try LibraryStart(of: library, policy)
  }

  /// Creates a session that calls an existing function instead of a library.
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

/// A library's state for one run, created with the scenario's parameters and released at the end of the run.
final class LibraryStart {
  /// The pointer passed with each attempt; nil if the library has no state.
  private(set) var state: UnsafeMutableRawPointer?
  private var end: detour_end_function?

  /// Creates an instance without state.
  init() {}

  /// Passes the parameters of `policy` to `library`, and stores the state that it returns.
  ///
  /// - Throws: `OutsidePolicyError` if it rejects them.
  init(of library: SharedLibrary, _ policy: LibraryPolicy) throws(OutsidePolicyError) {
    let taken = library.function("detour_policy_parameters").map {
      Self.names(GuestCode.call(unsafeBitCast($0, to: detour_parameters_function.self)))
    }
    let refusal = policy.policy.refusal(byOneThatTakes: taken ?? []) {
      "return `\($0)` from detour_policy_parameters, as detour_policy.h says"
    }
    if let refusal { throw policy.error(.refused(refusal)) }
    guard let begin = library.function("detour_begin") else {
      guard policy.policy.parameters.isEmpty else {
        throw policy.error(
          .refused(
            "it takes parameters, but exports no detour_begin to receive them; export it with C linkage"))
      }
      return
    }
    let told = unsafeBitCast(begin, to: detour_begin_function.self)
    let sentence = Self.told(policy.policy.parameters) { list, count in
      GuestCode.call { told(list, count, &state) }
    }
    if let sentence {
      throw policy.error(.refused("it refuses its parameters: \(String(cString: sentence).visible)"))
    }
    end = library.function("detour_end").map { unsafeBitCast($0, to: detour_end_function.self) }
  }

  deinit { GuestCode.call { end?(state) } }

  /// Returns the strings in a C list terminated by a null pointer.
  private static func names(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    var names: [String] = []
    while let name = list?[names.count] { names.append(String(cString: name)) }
    return names
  }

  /// Calls `use` with `parameters` in C form, which is valid only during the call.
  private static func told<Result>(
    _ parameters: [PolicyParameter], _ use: (UnsafePointer<detour_parameter>?, Int32) -> Result
  ) -> Result {
    let list = parameters.map { parameter in
      detour_parameter(
        name: UnsafePointer(strdup(parameter.name)), text: UnsafePointer(strdup(parameter.value.text)),
        number: parameter.value.number)
    }
    defer {
      for parameter in list {
        free(UnsafeMutablePointer(mutating: parameter.name))
        free(UnsafeMutablePointer(mutating: parameter.text))
      }
    }
    return list.withUnsafeBufferPointer { use($0.baseAddress, Int32($0.count)) }
  }
}

extension PolicyParameter.Value {
  /// The string itself, or the JSON form of any other value.
  fileprivate var text: String { if case .text(let text) = self { text } else { json.compact } }

  /// The number; 1 or 0 for a truth value; NaN for a string.
  fileprivate var number: Double {
    switch self {
    case .whole(let number): Double(number)
    case .number(let number): number
    case .flag(let flag): flag ? 1 : 0
    case .text: .nan
    }
  }
}

extension PolicyChoice {
  /// Returns this policy for the run `subject`, ready to be started.
  public func policy(in subject: PolicySubject) -> any Policy {
    switch self {
    case .shipped(let name): name.policy
    case .outside(let policy):
      policy.command.map { ProcessPolicy(policy, command: $0, subject) } ?? LibraryPolicy(policy, subject)
    }
  }
}

/// Creates external policies: processes and libraries.
package enum OutsidePolicies {
  /// Returns the policy `name` for the run `subject`, which calls `choose` like a library function.
  package static func policy(
    named name: String, in subject: PolicySubject, asking choose: @escaping detour_choose_function
  ) -> any Policy {
    var policy = OutsidePolicy()
    policy.givenName = name
    return LibrarySession(LibraryPolicy(policy, subject), asking: choose)
  }

  /// Returns the policy `name` for the run `subject`, which decides windows by calling `decide` like a library
  /// function.
  package static func policy(
    named name: String, in subject: PolicySubject, deciding decide: @escaping detour_decide_function
  ) -> any GatheringPolicy {
    var policy = OutsidePolicy()
    policy.givenName = name
    policy.decides = .windows
    return WindowLibrary(LibraryPolicy(policy, subject), asking: decide)
  }
}
