import Quantities
import Spaces
import Travellers

/// Which available drivers report a position within r of a pickup and may pass within r of a drop-off.
///
/// A grid of what the drivers report during a window of time, built anew in bulk when the window is over:
/// nothing needs to happen when a car moves. An entry holds all that a scan compares, in `Float`; what lies
/// too close to a bound to be told in `Float` is handed out to be decided exactly, so the answer is exact.
/// Changes within the window (a driver who announces, turns or is asked) go to a tail that is scanned in full.
///
/// Invariant: at each time within the window every available driver has exactly one valid entry.
struct CandidateIndex: ~Copyable {
  /// How long a window lasts where reports move continuously, and where they stand still between route points.
  static let movingWindow = Milliseconds(10_000)
  static let standingWindow = Milliseconds(30_000)

  var entries = IndexEntries()
  /// Where the entries are sorted into; kept so that its memory is.
  var spare = IndexEntries()
  let frame: IndexFrame
  let spacing: Metres
  let radius: Metres
  /// What the entries' times count from.
  var base = Milliseconds.zero
  var windowEnd = Milliseconds(-1)
  /// Entries before `tail` are sorted by cell.
  var tail = 0
  var cellStart: [Int32] = []
  var columns = 0
  var rows = 0
  var cell: Float = 1
  var lowX: Float = 0
  var lowY: Float = 0
  /// How far an entry may move from the point that it is binned at: half its way.
  var slack: Float = 0
  /// More than the rounding of `Float` can move a distance.
  var tolerance: Float = 0
  /// The entries of each driver.
  var chains: [Chain]
  /// How many entries scans have looked at so far.
  var probes = 0

  /// Creates the index of drivers who begin at `origins`, in the order of their numbers.
  init(origins: some Collection<Position>, radius: Metres, spacing: Metres, geometry: Geometry) {
    self.radius = radius
    self.spacing = spacing
    frame = IndexFrame(around: origins, geometry: geometry)
    chains = Array(repeating: Chain(), count: origins.count)
  }

  /// The entries of one driver, each of which knows the one before.
  struct Chain: Listed {
    typealias Index = DriverIndex

    /// `.none` for a driver without entries.
    var last = EntryIndex.none
    /// Until when the entries are valid, one after the other.
    var coveredUntil = Milliseconds.zero
  }

  /// Whether the index must be built anew before it can answer for `time`.
  func isStale(at time: Milliseconds) -> Bool {
    time >= windowEnd || entries.count - tail > max(256, tail / 4)
  }
}
