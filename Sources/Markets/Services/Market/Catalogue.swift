import Quantities
import Spaces

/// Who may do a job, by what they offer and where: everything about providers that a run does not change, laid out so
/// that a search looks at those alone who offer the category near the place.
///
/// The places of all jobs are known, and with them the spots: the cells of a grid over them, each with the districts that
/// jobs in it lie in. For every category and spot the providers are listed whose area may hold a job there.
struct Catalogue {
  /// A provider in the list of a category and a spot: all that a search looks at before the calendar, so that it reads
  /// the memory in order.
  struct Entry {
    var provider: ProviderIndex
    /// Which working hours they have.
    var hours: Int32
    var tasks: TaskSet
    var listing: Listing
  }

  /// Where a provider works, and for how much.
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
    _ providers: [Provider], hours: [Int32], jobs: [Job], categories: Int, radius: Metres,
    geometry: Geometry
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
    // Who reaches which spot is found once; then lists are as long as they need be, and filled in one go.
    var reached: [Int32] = []
    var ends: [Int] = []
    var offsets = [Int32](repeating: 0, count: categories * grid.spots.count + 1)
    for index in providers.places {
      if providers[index].refusal == nil {
        let listing = listings[Int(index)]
        grid.forEachSpot(within: listing.squaredReach, of: listing.base) { number in
          let isMet = listing.districts.isEmpty || listing.districts.meets(grid.spots[number].districts)
          guard isMet else { return }
          reached.append(Int32(number))
          for offer in providers[index].offers {
            offsets[Int(offer.category) * grid.spots.count + number + 1] += 1
          }
        }
      }
      ends.append(reached.count)
    }
    for place in 1..<offsets.count { offsets[place] += offsets[place - 1] }
    var next = offsets
    entries = [Entry](unsafeUninitializedCapacity: Int(offsets[offsets.count - 1])) { entries, count in
      var begin = 0
      for index in providers.places {
        let listing = listings[Int(index)]
        for offer in providers[index].offers {
          for place in begin..<ends[Int(index)] {
            let list = Int(offer.category) * grid.spots.count + Int(reached[place])
            entries.initializeElement(
              at: Int(next[list]),
              to: Entry(provider: index, hours: hours[Int(index)], tasks: offer.tasks, listing: listing))
            next[list] += 1
          }
        }
        begin = ends[Int(index)]
      }
      count = Int(offsets[offsets.count - 1])
    }
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
