public import Community
public import Quantities
public import Spaces

/// A job that a client requests.
public struct Job: Listed, Sendable {
  public typealias Index = JobIndex

  public var id: Int64
  /// The key of the draws: the number, or a hash of the name.
  public var key: UInt64
  public var submit: Milliseconds
  /// The member who asks, where hours are given for hours; `.none` where money is paid.
  public var client = ProviderIndex.none
  /// The person who requests it, where people come back: a member, or a client behind all providers.
  public var user = UserIndex.none
  public var category: CategoryIndex
  /// The tasks that are requested; all where the job names no task.
  public var tasks = TaskSet.all
  public var place: Place
  /// The districts that the place lies in.
  public var districts = DistrictSet()
  /// The time that the work is thought to take.
  public var estimate: Milliseconds
  /// The time that it really takes, where that is recorded; nil where it is drawn.
  public var duration: Milliseconds?
  /// The window in which the work may begin.
  public var earliest: Milliseconds
  public var latest = Milliseconds.never
  /// The most money for the whole job, in the smallest unit.
  public var budget = Int64.max
  /// The least rating, in thousandths of a star.
  public var leastRating: Int32 = 0
  /// The time that the client waits for a confirmation.
  public var patience = Milliseconds.never
  public var isProbe = false
  /// The reason the job takes no part; nil where it does.
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
