import Quantities
import Spaces

/// Who may do a job, by what they offer and where: everything about providers that a run does not change, laid out so
/// that a search looks at those alone who offer the category near the place.
///
/// The places of all jobs are known, and with them the spots: the cells of a grid over them, each with the districts that
/// jobs in it lie in. For every category and spot the providers are listed whose area may hold a job there.
struct Catalogue {
  /// A provider in the list of a category and a spot.
  struct Entry {
    var provider: ProviderIndex
    var tasks: TaskSet
  }

  /// What a search looks at first, a cache line a provider.
  struct Listing {
    var base: Position
    /// The square of the segment that joins the base with the farthest places of the area.
    var squaredReach: Double
    /// Where the provider works; empty where the radius alone decides.
    var districts: DistrictSet
    var price: Int64
  }

  let listings: [Listing]
  private let entries: [Entry]
  /// The list of category c and spot s is entries[offsets[c · spots + s] ..< offsets[c · spots + s + 1]].
  private let offsets: [Int32]
  private let spotCount: Int
  private let spotOfJob: [Int32]

  /// Creates the catalogue of `providers` for searches within `radius` metres for `jobs`.
  init(
    _ providers: [Provider], jobs: [Job], categories: Int, radius: Metres, geometry: Geometry
  ) {
    let listings = providers.map { provider in
      var reach = radius
      var districts = DistrictSet()
      switch provider.area {
      case .radius(let own): reach = min(reach, own)
      case .districts(let own): districts = own
      }
      return Listing(
        base: provider.base.position,
        squaredReach: reach == .infinity ? .infinity : geometry.squaredReach(reach),
        districts: districts, price: provider.price)
    }
    let grid = SpotGrid(jobs, geometry: geometry)
    var lists = Array(repeating: [Entry](), count: categories * grid.spots.count)
    for index in providers.places where providers[index].refusal == nil {
      let listing = listings[Int(index)]
      for (number, spot) in grid.spots.enumerated() {
        guard listing.districts.isEmpty || listing.districts.meets(spot.districts) else { continue }
        guard grid.mayReach(spot, from: listing.base, squaredReach: listing.squaredReach) else { continue }
        for offer in providers[index].offers {
          lists[Int(offer.category) * grid.spots.count + number].append(
            Entry(provider: index, tasks: offer.tasks))
        }
      }
    }
    var offsets: [Int32] = [0]
    for list in lists { offsets.append(offsets[offsets.count - 1] + Int32(list.count)) }
    entries = Array(lists.joined())
    self.offsets = offsets
    self.listings = listings
    spotCount = grid.spots.count
    spotOfJob = grid.spotOfJob
  }

  /// The providers whose area may hold the place of `job`, who is at `index`, in ascending order.
  func range(for job: Job, at index: JobIndex) -> Range<Int> {
    let list = Int(job.category) * spotCount + Int(spotOfJob[Int(index)])
    return Int(offsets[list])..<Int(offsets[list + 1])
  }

  /// Calls `body` with all entries: the ranges lie in them.
  func withEntries<Result>(_ body: (UnsafeBufferPointer<Entry>) -> Result) -> Result {
    entries.withUnsafeBufferPointer(body)
  }
}

extension Catalogue.Listing {
  /// Whether the area holds `place`, which lies in `districts`.
  func holds(_ place: Position, _ districts: DistrictSet, geometry: Geometry) -> Bool {
    guard self.districts.isEmpty || self.districts.meets(districts) else { return false }
    return squaredReach == .infinity || geometry.offset(from: base, to: place).squaredLength <= squaredReach
  }
}
