public import Community
public import Quantities
import Spaces

/// An appointment between a provider and a client.
public struct Appointment: Sendable {
  /// The outcome of an appointment; the raw value is the name in appointments.csv.
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
      case .clientAbsent: "the client was absent"
      case .clientLeft: "the provider was so late that the client had left"
      case .inProgress: "the run ended before the appointment"
      }
    }
  }

  public var job: JobIndex
  public var provider: ProviderIndex
  public var cycle: Int32
  public var confirmed: Milliseconds
  /// The planned start and end of the work.
  public var start: Milliseconds
  public var end: Milliseconds
  /// The agreed charge, in the smallest currency unit or in milliseconds of credit.
  public var charge: Int64
  public var outcome = Outcome.inProgress
  /// The times at which the provider set out and arrived; nil if they did not.
  public var departed: Milliseconds?
  public var arrived: Milliseconds?
  public var finished: Milliseconds?
  /// The distance that the provider travelled, in metres; valid only after the arrival.
  public var metres: Metres = 0
  /// Whether the provider will not come, drawn when the appointment is confirmed.
  var providerStaysAway = false
  /// Whether the client will not be present, drawn when the appointment is confirmed.
  var clientStaysAway = false
  /// The time from which the client knows about the appointment; `.never` if the confirmation was lost.
  public internal(set) var told = Milliseconds.zero
  /// Whether the client would leave if the provider were too late.
  var clientLeavesWhenLate = false
  /// The dispute about the work; nil if there is none.
  public internal(set) var dispute: Dispute?
  /// The index of the client's review in the list of all reviews; −1 if there is none.
  var review: Int32 = -1

  /// The time from the planned start to the provider's arrival, at least 0; nil if they did not arrive.
  public var lateness: Milliseconds? { arrived.map { max(.zero, $0 - start) } }

  /// Records that the provider, who set out at `departed`, arrives at `time`.
  mutating func arrive(at time: Milliseconds, departed: Milliseconds, metres: Metres) {
    (self.departed, arrived, self.metres) = (departed, time, metres)
  }

  /// Ends the work at `time`, and returns its duration.
  mutating func finish(at time: Milliseconds) -> Milliseconds {
    (finished, outcome) = (time, .kept)
    return arrived.map { time - $0 } ?? .zero
  }
}

/// A client's review of work.
public struct Review: Sendable {
  public var job: JobIndex
  public var provider: ProviderIndex
  /// The index of the appointment in the list of all appointments.
  var appointment: Int32
  public var written: Milliseconds
  /// The time at which an administrator is due to publish it.
  public var due: Milliseconds
  /// The time at which it was published; nil if it has not been published, or is hidden because the work is disputed.
  public internal(set) var shown: Milliseconds?
  /// The number of stars, from 1 to 5.
  public var stars: Int32
  /// The result of moderation by staff; nil if there is none.
  public internal(set) var verdict: Moderation.Verdict?
}

/// The record of one provider; the provider has the same index in the run's input.
public struct ProviderRecord: Listed, Sendable {
  public typealias Index = ProviderIndex

  /// The number of times the provider was among the candidates from which a client chose.
  public var impressions: Int32 = 0
  public var offers: Int32 = 0
  public var declines: Int32 = 0
  /// The numbers of appointments made and kept.
  public var appointments: Int32 = 0
  public var kept: Int32 = 0
  /// The numbers of appointments that the provider cancelled and missed.
  public var cancelled: Int32 = 0
  public var absent: Int32 = 0
  /// The time spent working and travelling, in milliseconds.
  public var worked = Milliseconds.zero
  public var travelled = Milliseconds.zero
  public var metres: Metres = 0
  /// The rating shown at the end, in thousandths of a star (0 for none), and the number of published reviews.
  public var rating: Int32 = 0
  public var reviews: Int32 = 0

  public init() {}

  /// Adds a trip to the totals.
  mutating func drive(_ travel: Travel) {
    travelled = travelled + travel.duration
    metres += travel.metres
  }

  /// Adds a kept appointment, whose work took `time`, to the totals.
  mutating func keep(_ time: Milliseconds) {
    kept += 1
    worked = worked + time
  }
}
