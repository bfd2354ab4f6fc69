public import Community
public import Quantities
public import Spaces

/// A job that a client requests.
public struct Job: Listed, Sendable {
  public typealias Index = JobIndex

  public var id: Int64
  /// The key of the job's random draws: its number, or a hash of its name.
  public var key: UInt64
  public var submit: Milliseconds
  /// The member who requests the job; `.none` if the client is not a member.
  public var client = ProviderIndex.none
  /// The user who requests the job (a member or another returning client), if returning users are simulated.
  public var user = UserIndex.none
  public var category: CategoryIndex
  /// The tasks of the job; eligible providers offer at least one of them. `.all`: any provider is eligible.
  public var tasks = TaskSet.all
  public var place: Place
  /// The districts that contain the job's place.
  public var districts = DistrictSet()
  /// The estimated duration of the work.
  public var estimate: Milliseconds
  /// The recorded actual duration; nil if it is drawn.
  public var duration: Milliseconds?
  /// The earliest and the latest start of the work.
  public var earliest: Milliseconds
  public var latest = Milliseconds.never
  /// The maximum price of the whole job, in the smallest currency unit.
  public var budget = Int64.max
  /// The minimum rating, in thousandths of a star.
  public var leastRating: Int32 = 0
  /// The time for which the client waits for a confirmation.
  public var patience = Milliseconds.never
  public var isProbe = false
  /// The reason the job is excluded from the run; nil if it is not.
  public var refusal: JobCause?

  public init(
    id: Int64, submit: Milliseconds, category: CategoryIndex, place: Place, estimate: Milliseconds
  ) {
    self.id = id
    key = UInt64(bitPattern: id)
    self.submit = submit
    self.category = category
    self.place = place
    self.estimate = estimate
    earliest = submit
  }
}

/// The index of a job in the run's list of jobs.
@frozen
public struct JobIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}
