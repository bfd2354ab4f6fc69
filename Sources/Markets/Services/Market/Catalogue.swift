import Quantities
import Spaces

/// A catalogue of who may do a job, by what they offer and where: everything about providers that a run does not
/// change, laid out so that a search looks at those alone who offer the category near the place.
///
/// The places of all jobs are known, and with them the spots: the cells of a grid over them, each with the districts that
/// jobs in it lie in. For every category and spot the providers are listed whose area may hold a job there.
struct Catalogue {
  /// A provider in the list of a category and a spot: all that a search looks at before the calendar, so that it reads
  /// the memory in order.
  struct Entry {
    var provider: ProviderIndex
    /// The number of their working hours.
    var hours: Int32
    var tasks: TaskSet
    var listing: Listing
  }

  /// The area in which a provider works, and the price.
  struct Listing {
    var base: Position
    /// The square of the segment that joins the base with the farthest places of the area.
    var squaredReach: Double
    /// The districts in which the provider works; empty where the radius alone decides.
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
    let listings = providers.map { Listing($0, radius: radius, geometry: geometry) }
    let grid = SpotGrid(jobs, geometry: geometry)
    let reach = Reach(providers, listings, grid, categories: categories)
    let count = Int(reach.offsets.last ?? 0)
    var next = reach.offsets
    entries = [Entry](unsafeUninitializedCapacity: count) { entries, filled in
      for index in providers.places {
        let listing = listings[Int(index)]
        for offer in providers[index].offers {
          for place in reach.range(of: index) {
            let list = Int(offer.category) * grid.spots.count + Int(reach.spots[place])
            entries.initializeElement(
              at: Int(next[list]),
              to: Entry(provider: index, hours: hours[Int(index)], tasks: offer.tasks, listing: listing))
            next[list] += 1
          }
        }
      }
      filled = count
    }
    offsets = reach.offsets
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

/// The spots that each provider reaches: found once, so that lists are as long as they need be and filled in one go.
private struct Reach {
  /// The spots of all providers, one provider's behind another's.
  private(set) var spots: [Int32] = []
  /// The end of each provider's spots.
  private var ends: [Int] = []
  /// As `Catalogue.offsets`.
  private(set) var offsets: [Int32]

  init(_ providers: [Provider], _ listings: [Catalogue.Listing], _ grid: SpotGrid, categories: Int) {
    offsets = [Int32](repeating: 0, count: categories * grid.spots.count + 1)
    for index in providers.places {
      if providers[index].refusal == nil {
        let listing = listings[Int(index)]
        grid.forEachSpot(within: listing.squaredReach, of: listing.base) { number in
          let isMet = listing.districts.isEmpty || listing.districts.meets(grid.spots[number].districts)
          guard isMet else { return }
          spots.append(Int32(number))
          for offer in providers[index].offers {
            offsets[Int(offer.category) * grid.spots.count + number + 1] += 1
          }
        }
      }
      ends.append(spots.count)
    }
    for place in 1..<offsets.count { offsets[place] += offsets[place - 1] }
  }

  /// The places in `spots` of those that the provider at `index` reaches.
  func range(of index: ProviderIndex) -> Range<Int> {
    (Int(index) > 0 ? ends[Int(index) - 1] : 0)..<ends[Int(index)]
  }
}

extension Catalogue.Listing {
  /// The listing of `provider` for searches within `radius` metres.
  init(_ provider: Provider, radius: Metres, geometry: Geometry) {
    var reach = radius
    var districts = DistrictSet()
    switch provider.area {
    case .radius(let own): reach = min(reach, own)
    case .districts(let own): districts = own
    }
    self.init(
      base: provider.base.position,
      squaredReach: reach == .infinity ? .infinity : geometry.squaredReach(reach),
      districts: districts, price: provider.price)
  }

  /// Whether the area holds `place`, which lies in `districts`.
  func holds(_ place: Position, _ districts: DistrictSet, geometry: Geometry) -> Bool {
    guard self.districts.isEmpty || self.districts.meets(districts) else { return false }
    return squaredReach == .infinity || geometry.offset(from: base, to: place).squaredLength <= squaredReach
  }
}
