import Quantities
import Spaces

/// An index of the providers who may do a job, by category and place. It holds the provider data that do not change
/// during a run, laid out so that a search examines only providers who offer the category near the job.
///
/// The places of all jobs are known in advance, and grouped into spots; a spot is a grid cell together with the set of
/// districts that contain its jobs. For every category and spot, there is a list of the offers whose area may contain a
/// job there. List items take four bytes, since a provider is in the lists of hundreds of spots.
struct Catalogue {
  /// A provider's offer in a category, with all data that a search examines before the calendar.
  struct Entry: BitwiseCopyable {
    var provider: ProviderIndex
    /// The index of the provider's working hours in the timetables.
    var hours: Int32
    var tasks: TaskSet
    var listing: Listing
  }

  /// The area in which a provider works, and the provider's price.
  struct Listing: BitwiseCopyable {
    var base: Position
    /// The squared straight-line distance from the base to the farthest place of the area.
    var squaredReach: Double
    /// The districts in which the provider works; empty if the area is a radius.
    var districts: DistrictSet
    var price: Int64
  }

  let listings: [Listing]
  /// The entries, one per offer, in provider order.
  private let entries: [Entry]
  /// Indices in `entries`: the lists of all categories and spots, one after another.
  private let lists: [Int32]
  /// The range in `lists` of the list for each job's category and spot.
  private let listOfJob: [Range<Int32>]

  /// Creates the catalogue of `providers` for searches for `jobs` within `radius` metres.
  init(
    _ providers: [Provider], hours: [Int32], jobs: [Job], categories: Int, radius: Metres,
    geometry: Geometry
  ) {
    let listings = providers.map { Listing($0, radius: radius, geometry: geometry) }
    let grid = SpotGrid(jobs, geometry: geometry)
    let reach = Reach(providers, listings, grid, categories: categories)
    let count = Int(reach.offsets.last ?? 0)
    var next = reach.offsets
    var entries: [Entry] = []
    lists = [Int32](unsafeUninitializedCapacity: count) { lists, filled in
      for index in providers.places {
        for offer in providers[index].offers {
          let first = Int(offer.category) * grid.spots.count
          next.withUnsafeMutableBufferPointer { next in
            for place in reach.range(of: index) {
              let list = first + Int(reach.spots[place])
              lists.initializeElement(at: Int(next[list]), to: Int32(entries.count))
              next[list] += 1
            }
          }
          entries.append(
            Entry(
              provider: index, hours: hours[Int(index)], tasks: offer.tasks, listing: listings[Int(index)]))
        }
      }
      filled = count
    }
    self.entries = entries
    self.listings = listings
    listOfJob = jobs.places.map { job in
      let spot = Int(grid.spotOfJob[Int(job)])
      guard spot >= 0 else { return 0..<0 }
      let list = Int(jobs[job].category) * grid.spots.count + spot
      return reach.offsets[list]..<reach.offsets[list + 1]
    }
  }

  /// Prefetches the list that a search for `job` is about to read, since it is unlikely to be in the cache.
  func prefetchList(of job: JobIndex) { Memory.fetch(lists, at: Int(listOfJob[Int(job)].lowerBound)) }

  /// Calls `body` with all entries, and with the indices, in ascending order, of those whose area may contain the place
  /// of `job`.
  func withEntries<Result>(
    for job: JobIndex,
    _ body: (_ entries: UnsafeBufferPointer<Entry>, _ list: UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    let list = listOfJob[Int(job)]
    let range = Int(list.lowerBound)..<Int(list.upperBound)
    return entries.withUnsafeBufferPointer { entries in
      lists.withUnsafeBufferPointer { body(entries, UnsafeBufferPointer(rebasing: $0[range])) }
    }
  }
}

/// The spots within each provider's reach, computed first so that the lists are allocated at full size and filled in
/// one pass.
private struct Reach {
  /// The spots of all providers, provider by provider.
  let spots: [Int32]
  /// The end of each provider's range in `spots`.
  private let ends: [Int]
  /// The bounds of the lists: the list of category c and spot s is lists[offsets[c · spots + s] ..< offsets[c · spots +
  /// s + 1]].
  let offsets: [Int32]

  init(_ providers: [Provider], _ listings: [Catalogue.Listing], _ grid: SpotGrid, categories: Int) {
    let count = grid.spots.count
    var offsets = [Int32](repeating: 0, count: categories * count + 1)
    var spots: [Int32] = []
    var ends: [Int] = []
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { near in
      for index in providers.places {
        if providers[index].refusal == nil {
          let listing = listings[Int(index)]
          let found = grid.list(
            spotsWithin: listing.squaredReach, of: listing.base, meeting: listing.districts, into: near)
          spots += near[..<found]
          for offer in providers[index].offers {
            let list = Int(offer.category) * count + 1
            offsets.withUnsafeMutableBufferPointer { offsets in
              for spot in near[..<found] { offsets[list + Int(spot)] += 1 }
            }
          }
        }
        ends.append(spots.count)
      }
    }
    for place in 1..<offsets.count { offsets[place] += offsets[place - 1] }
    self.offsets = offsets
    self.spots = spots
    self.ends = ends
  }

  /// Returns the range in `spots` for the provider at `index`.
  func range(of index: ProviderIndex) -> Range<Int> {
    (Int(index) > 0 ? ends[Int(index) - 1] : 0)..<ends[Int(index)]
  }
}

extension Catalogue.Listing {
  /// Creates the listing of `provider` for searches within `radius` metres.
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

  /// Returns whether the area contains `place`, which is in `districts`.
  func holds(_ place: Position, _ districts: DistrictSet, geometry: Geometry) -> Bool {
    guard self.districts.isEmpty || self.districts.meets(districts) else { return false }
    return squaredReach == .infinity
      || geometry.offset(from: base, to: place).squaredLength <= squaredReach
  }
}
