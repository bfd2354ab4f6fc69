import CKernels
import Quantities

/// The columns of a `LegTable`: raw memory, because a C kernel scans it, sixteen legs at a time.
struct LegColumns: ~Copyable {
  /// The number of legs scanned at a time; each column has room for as many more after its end.
  static let lanes = Int(DETOUR_LEG_LANES)

  enum Column: Int, CaseIterable {
    case fromX, fromY, toX, toY, leave, base, slack, slackAhead
  }

  private(set) var count = 0
  private var capacity = 0
  private var floats: UnsafeMutablePointer<Float>

  init() { floats = .lines(0) }

  deinit {
    floats.deallocate()
  }

  subscript(column: Column, index: Int) -> Float {
    @inline(__always) get { floats[column.rawValue * capacity + index] }
    @inline(__always) nonmutating set { floats[column.rawValue * capacity + index] = newValue }
  }

  /// Prefetches the values of the leg at `index`.
  func fetch(_ index: Int) {
    for column in 0..<Column.allCases.count { Memory.fetch(floats + column * capacity + index) }
  }

  /// Appends `legs` legs with undefined values.
  mutating func extend(by legs: Int) {
    count += legs
    guard count + Self.lanes > capacity else { return }
    let size = count + count / 2 + 4 * Self.lanes
    let columns = Column.allCases.count
    let grown = UnsafeMutablePointer<Float>.lines(size * columns)
    grown.initialize(repeating: 0, count: size * columns)
    for column in 0..<columns {
      (grown + column * size).update(from: floats + column * capacity, count: count - legs)
    }
    floats.deallocate()
    floats = grown
    capacity = size
  }

  /// Removes the legs after the first `count`.
  mutating func shrink(to count: Int) { self.count = count }

  /// Overwrites leg `target` with leg `source`.
  func copy(_ source: Int, to target: Int) {
    for column in Column.allCases { self[column, target] = self[column, source] }
  }

  /// Finds the legs in `range` into which the pickup of `query` may fit, in ascending order; their numbers are relative
  /// to the start of the range.
  func scan(_ query: detour_leg_query, _ range: Range<Int>, into found: inout FoundLegs) {
    var (legs, query) = (kernel(from: range.lowerBound), query)
    found.fill(from: range) { lists in Int(detour_leg_scan(&legs, Int64(range.count), &query, &lists)) }
  }

  /// Returns a lower bound on the value of the best pair of stops on `legs`, those of one driver, in straight lines;
  /// infinity if every pair violates a limit.
  ///
  /// - Parameters:
  ///   - extra: takes the place of that in `terms`.
  ///   - waits: whether the car stays at its last stop.
  @inline(__always)
  func leastValue(
    _ legs: Range<Int>, _ query: detour_leg_query, _ terms: detour_bound_terms, extra: Float, waits: Bool
  ) -> Float {
    withUnsafePointer(to: kernel(from: legs.lowerBound)) { columns in
      withUnsafePointer(to: query) { query in
        withUnsafePointer(to: terms) { terms in
          detour_least_value(columns, Int64(legs.count), query, terms, extra, waits ? 1 : 0)
        }
      }
    }
  }

  /// Returns the columns from leg `first` on; valid until the next change.
  @inline(__always)
  private func kernel(from first: Int) -> detour_legs {
    func column(_ column: Column) -> UnsafePointer<Float> {
      UnsafePointer(floats + column.rawValue * capacity + first)
    }
    return detour_legs(
      from_x: column(.fromX), from_y: column(.fromY), to_x: column(.toX), to_y: column(.toY),
      leave: column(.leave), base: column(.base), slack: column(.slack), slack_ahead: column(.slackAhead))
  }
}
