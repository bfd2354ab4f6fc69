import CKernels
import Quantities
import Spaces
import Travellers

/// The data that an index holds of the drivers on the road, in rows that stand close together however many drivers a day has.
///
/// A row is given to another driver once its own has arrived: of 10⁵ drivers of a day 1,700 are on the road at a time, and their
/// rows fit into the processor's cache and its table of pages. Raw memory, so that looking at one counts no references.
///
/// Invariant: row 0 stands for every driver without one, and never changes.
struct HoldingRows: ~Copyable {
  typealias Holding = CandidateIndex.Holding

  /// The row of each driver.
  private var numbers: FixedList<Int32>
  private var rows: UnsafeMutablePointer<Holding>
  /// Each row's route in few lines, apart from the rest: most drivers are decided by it alone.
  private var polylines: UnsafeMutablePointer<detour_polyline>
  private var capacity = 64
  /// The number of rows that were given away at some time; all that is held stands in these.
  private var used = 1
  /// The rows that were given back.
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

  /// The route of `driver` in few lines.
  @inline(__always)
  func polyline(of driver: DriverIndex) -> UnsafeMutablePointer<detour_polyline> {
    polylines + Int(numbers[Int(driver)])
  }

  /// Writes what the polylines say of `query` to the words of `found`, and moves those together who are open still or surely
  /// candidates.
  ///
  /// Of thousands of drivers near a pickup a tenth is open, and only of these all that is held comes from memory.
  /// - Returns: how many are left.
  func sift(_ found: UnsafeMutableBufferPointer<UInt32>, _ query: detour_polyline_query) -> Int {
    withUnsafePointer(to: query) {
      Int(detour_polyline_sift(polylines, numbers.first, $0, found.baseAddress, Int64(found.count)))
    }
  }

  /// Returns the address of what is held of `driver`, valid until the next row is given away.
  @inline(__always)
  func address(of driver: DriverIndex) -> UnsafeMutablePointer<Holding> { rows + Int(numbers[Int(driver)]) }

  /// The data held of `driver`.
  subscript(driver: DriverIndex) -> Holding {
    @inline(__always) unsafeAddress { UnsafePointer(address(of: driver)) }
    @inline(__always) nonmutating unsafeMutableAddress { address(of: driver) }
  }

  /// Tells whether `driver` has a row.
  func has(_ driver: DriverIndex) -> Bool { numbers[Int(driver)] > 0 }

  /// Gives `driver` a row, who may have one.
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

  /// Takes the row of `driver` back, who may have none.
  mutating func close(_ driver: DriverIndex) {
    guard has(driver) else { return }
    // The next owner's way is written out in the same memory.
    var emptied = Holding()
    emptied.corners = self[driver].corners
    emptied.corners.clear()
    self[driver] = emptied
    polyline(of: driver).pointee = detour_polyline()
    free.append(numbers[Int(driver)])
    numbers[Int(driver)] = 0
  }

  /// Fetches the number of the row of `driver`; no result depends on it.
  @inline(__always)
  func fetchNumber(of driver: DriverIndex) { Memory.fetch(numbers, at: Int(driver)) }

  /// Fetches what is held of `driver`, all lines of it, likewise.
  @inline(__always)
  func fetch(_ driver: DriverIndex) {
    let row = UnsafeRawPointer(address(of: driver))
    for line in stride(from: 0, to: MemoryLayout<Holding>.stride, by: 64) { Memory.fetch(row + line) }
  }
}
