public import Community
public import Quantities
import Spaces

/// Work that a provider and a client agreed on.
public struct Appointment: Sendable {
  /// The end of an appointment; the raw value is the name in appointments.csv.
  public enum Outcome: String, CaseIterable, Sendable {
    case kept
    case cancelledByClient = "cancelled_by_client"
    case cancelledByProvider = "cancelled_by_provider"
    case providerAbsent = "provider_absent"
    case clientAbsent = "client_absent"
    case clientLeft = "client_left"
    case inProgress = "in_progress"

    /// The meaning of the outcome, in one sentence.
    public var meaning: String {
      switch self {
      case .kept: "the work was done"
      case .cancelledByClient: "the client cancelled it"
      case .cancelledByProvider: "the provider cancelled it"
      case .providerAbsent: "the provider did not come"
      case .clientAbsent: "the client was not there"
      case .clientLeft: "the provider came so late that the client had left"
      case .inProgress: "the run ended before it did"
      }
    }
  }

  public var job: JobIndex
  public var provider: ProviderIndex
  public var cycle: Int32
  public var confirmed: Milliseconds
  /// The planned beginning and end of the work.
  public var start: Milliseconds
  public var end: Milliseconds
  /// The agreed charge: smallest units of money, or milliseconds of credit.
  public var charge: Int64
  public var outcome = Outcome.inProgress
  /// The times at which the provider set out, and came; nil where they did not.
  public var departed: Milliseconds?
  public var arrived: Milliseconds?
  public var finished: Milliseconds?
  /// The metres of the way; meaningful once arrived.
  public var metres: Metres = 0
  /// The absence of the provider, drawn when it is confirmed; the client's likewise.
  var providerStaysAway = false
  var clientStaysAway = false
  /// The time from which the client knows of it; `.never` if the confirmation was lost.
  public internal(set) var told = Milliseconds.zero
  /// True if the client leaves when the provider is too late.
  var clientLeavesWhenLate = false
  /// The dispute of its work; nil if there is none.
  public internal(set) var dispute: Dispute?
  /// The client's review in the list of all; −1 without one.
  var review: Int32 = -1

  /// The time after the planned start at which the provider came; nil where they did not come.
  public var lateness: Milliseconds? { arrived.map { max(.zero, $0 - start) } }

  /// The provider, who set out at `departed`, comes at `time`.
  mutating func arrive(at time: Milliseconds, departed: Milliseconds, metres: Metres) {
    (self.departed, arrived, self.metres) = (departed, time, metres)
  }

  /// Ends the work at `time`; returns the time that it took.
  mutating func finish(at time: Milliseconds) -> Milliseconds {
    (finished, outcome) = (time, .kept)
    return arrived.map { time - $0 } ?? .zero
  }
}

/// A client's review of work that was done.
public struct Review: Sendable {
  public var job: JobIndex
  public var provider: ProviderIndex
  /// The appointment in the list of all.
  var appointment: Int32
  public var written: Milliseconds
  /// The time at which an administrator lets it be seen.
  public var due: Milliseconds
  /// The time from which it is seen; nil if it is not: not yet, or because the work is disputed.
  public internal(set) var shown: Milliseconds?
  /// One to five.
  public var stars: Int32
  /// The finding of people of the service; nil if nobody looks at it.
  public internal(set) var verdict: Moderation.Verdict?
}

/// The record of one provider; the provider stands at the same index of the run's input.
public struct ProviderRecord: Listed, Sendable {
  public typealias Index = ProviderIndex

  /// The number of times that the provider stood among the first, of whom a client takes one.
  public var impressions: Int32 = 0
  public var offers: Int32 = 0
  public var declines: Int32 = 0
  /// Appointments made, and those that were kept.
  public var appointments: Int32 = 0
  public var kept: Int32 = 0
  /// Appointments that the provider cancelled, or did not come to.
  public var cancelled: Int32 = 0
  public var absent: Int32 = 0
  /// Milliseconds at work and on the way.
  public var worked = Milliseconds.zero
  public var travelled = Milliseconds.zero
  public var metres: Metres = 0
  /// The rating shown at the end, in thousandths of a star, 0 for none; and the reviews behind it.
  public var rating: Int32 = 0
  public var reviews: Int32 = 0

  public init() {}

  /// Counts a way.
  mutating func drive(_ travel: Travel) {
    travelled = travelled + travel.duration
    metres += travel.metres
  }

  /// Counts an appointment that was kept, whose work took `time`.
  mutating func keep(_ time: Milliseconds) {
    kept += 1
    worked = worked + time
  }
}
