import CKernels
import Quantities
import Spaces
import Travellers

/// The index's data on drivers on the road, in rows that stay compact for any number of drivers per day.
///
/// A row is reused once its driver has arrived. Of 10⁵ drivers per day, 1,700 are on the road at a time, and their rows
/// fit in the processor's cache and TLB. The rows are raw memory, so that access counts no references.
///
/// Invariant: row 0 stands for every driver without a row, and never changes.
struct HoldingRows: ~Copyable {
  typealias Holding = CandidateIndex.Holding

  /// The number of each driver's row.
  private var numbers: FixedList<Int32>
  private var rows: UnsafeMutablePointer<Holding>
  /// The simplified route of each row, stored separately because it suffices to decide most drivers.
  private var polylines: UnsafeMutablePointer<detour_polyline>
  private var capacity = 64
  /// The number of rows ever used.
  private var used = 1
  /// The numbers of the free rows.
  private var free: [Int32] = []

  init(drivers: Int) {
    numbers = FixedList(repeating: 0, count: drivers)
    rows = .lines(capacity)
    rows.initialize(to: Holding())
    polylines = .lines(capacity)
    polylines.initialize(to: detour_polyline())
  }

  deinit {
    for row in 0..<used { rows[row].corners.deallocate() }
    rows.deinitialize(count: used)
    rows.deallocate()
    polylines.deallocate()
  }

  /// Returns the simplified route of `driver`.
  @inline(__always)
  func polyline(of driver: DriverIndex) -> UnsafeMutablePointer<detour_polyline> {
    polylines + Int(numbers[Int(driver)])
  }

  /// Writes the results of the polyline `query` to the words of `found`, and retains, at the front, the drivers who may
  /// pass or whose report is not certainly within the radius.
  ///
  /// About a tenth of the thousands of drivers near a pickup are undecided, and only their other data is read from
  /// memory.
  /// - Returns: the number of drivers retained.
  func sift(_ found: UnsafeMutableBufferPointer<UInt32>, _ query: detour_polyline_query) -> Int {
    withUnsafePointer(to: query) {
      Int(detour_polyline_sift(polylines, numbers.first, $0, found.baseAddress, Int64(found.count)))
    }
  }

  /// Returns the address of the data of `driver`, valid until the next row is allocated.
  @inline(__always)
  func address(of driver: DriverIndex) -> UnsafeMutablePointer<Holding> { rows + Int(numbers[Int(driver)]) }

  /// The data of `driver`.
  subscript(driver: DriverIndex) -> Holding {
    @inline(__always) unsafeAddress { UnsafePointer(address(of: driver)) }
    @inline(__always) nonmutating unsafeMutableAddress { address(of: driver) }
  }

  /// Returns whether `driver` has a row.
  func has(_ driver: DriverIndex) -> Bool { numbers[Int(driver)] > 0 }

  /// Allocates a row for `driver`, unless the driver has one.
  mutating func open(_ driver: DriverIndex) {
    guard !has(driver) else { return }
    if let row = free.popLast() {
      numbers[Int(driver)] = row
      return
    }
    if used == capacity { grow() }
    (rows + used).initialize(to: Holding())
    (polylines + used).initialize(to: detour_polyline())
    numbers[Int(driver)] = Int32(used)
    used += 1
  }

  private mutating func grow() {
    let more = UnsafeMutablePointer<Holding>.lines(2 * capacity)
    more.moveInitialize(from: rows, count: used)
    rows.deallocate()
    rows = more
    let routes = UnsafeMutablePointer<detour_polyline>.lines(2 * capacity)
    routes.update(from: polylines, count: used)
    polylines.deallocate()
    polylines = routes
    capacity *= 2
  }

  /// Frees the row of `driver`, if there is one.
  mutating func close(_ driver: DriverIndex) {
    guard has(driver) else { return }
    // The next owner's route is written out to the same memory.
    var emptied = Holding()
    emptied.corners = self[driver].corners
    emptied.corners.clear()
    self[driver] = emptied
    polyline(of: driver).pointee = detour_polyline()
    free.append(numbers[Int(driver)])
    numbers[Int(driver)] = 0
  }

  /// Prefetches the row number of `driver`; results do not depend on it.
  @inline(__always)
  func fetchNumber(of driver: DriverIndex) { Memory.fetch(numbers, at: Int(driver)) }

  /// Prefetches all cache lines of the data of `driver`; results do not depend on it.
  @inline(__always)
  func fetch(_ driver: DriverIndex) {
    let row = UnsafeRawPointer(address(of: driver))
    for line in stride(from: 0, to: MemoryLayout<Holding>.stride, by: 64) { Memory.fetch(row + line) }
  }
}
