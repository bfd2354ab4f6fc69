public import Quantities
public import Tables

/// All faults that prevent the creation of a festival, reported together.
public struct ShiftsError: Error, Hashable, Sendable {
  public var faults: [Fault]

  /// One of the faults.
  public enum Fault: Hashable, Sendable {
    /// A file cannot be read, or has invalid content.
    case table(TableError)
    /// A file contains only a header.
    case noRows(file: String)
    /// A recorded slot begins before sign-up ends.
    case slotBeforeDeadline(file: String, slot: String, begin: Milliseconds, deadline: Milliseconds)
    /// Recorded places open after sign-up has ended.
    case placesAfterDeadline(file: String, post: String, opens: Milliseconds, deadline: Milliseconds)
    /// All volunteers sign up after the deadline or the scenario's period.
    case allTooLate(file: String, volunteers: Int)
    /// The profile's weights are zero throughout the duration.
    case emptyProfile
    /// More volunteers are requested than a run can hold.
    case tooMany(expected: Double)
  }
}

extension ShiftsError: CustomStringConvertible {
  /// One line per fault: its location, the value found, and the remedy.
  public var description: String { faults.map(\.sentence).joined(separator: "\n") }
}

extension ShiftsError.Fault {
  /// The fault, and the remedy.
  var sentence: String {
    switch self {
    case .table(let error): error.description
    case .noRows(let file): "\(file): there are no rows below the header; at least one is expected"
    case .slotBeforeDeadline(let file, let slot, let begin, let deadline):
      "\(file): slot `\(slot)` begins at \(begin.seconds) s, before sign-up ends at \(deadline.seconds) s;"
        + " start it later, or set an earlier sign_up.deadline_s"
    case .placesAfterDeadline(let file, let post, let opens, let deadline):
      "\(file): places of post `\(post)` open at \(opens.seconds) s, too late to be taken: sign-up ends at"
        + " \(deadline.seconds) s; give an earlier opens_s, or a later sign_up.deadline_s"
    case .allTooLate(let file, let volunteers):
      "\(file): all \(volunteers) volunteers would sign up after the deadline or after the end of the scenario, so there is nothing"
        + " to simulate; set a later sign_up.deadline_s or a longer time.duration_s"
    case .emptyProfile:
      "volunteers.profile: every weight within time.duration_s is 0; give one above 0"
    case .tooMany(let expected):
      "volunteers.per_hour: about \(Int(expected)) volunteers are expected within time.duration_s, but a run holds at most"
        + " 50000000; lower volunteers.per_hour or time.duration_s"
    }
  }
}
