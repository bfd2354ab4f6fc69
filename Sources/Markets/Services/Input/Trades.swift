public import Quantities

/// The index of a category in `Trades`.
@frozen
public struct CategoryIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The categories of a service, and the tasks of each.
///
///     Trades([Trades.Category("plumbing", tasks: ["leak", "boiler"])])
public struct Trades: Equatable, Sendable {
  /// One category, such as plumbing.
  public struct Category: Equatable, Sendable {
    public var name: String
    public var tasks: [String]

    public init(_ name: String, tasks: [String] = []) {
      self.name = name
      self.tasks = tasks
    }
  }

  public var categories: [Category]

  /// The maximum number of tasks in a category, so that a task set fits in one machine word.
  public static let mostTasks = 64

  /// Creates the list of `categories`.
  ///
  /// - Precondition: no category has more than `mostTasks` tasks.
  public init(_ categories: [Category]) {
    precondition(categories.allSatisfy { $0.tasks.count <= Self.mostTasks }, "at most 64 tasks a category")
    self.categories = categories
  }

  /// Returns the category called `name`; nil if there is none.
  public func category(_ name: some StringProtocol) -> CategoryIndex? {
    categories.firstIndex { $0.name == name }.map { CategoryIndex($0) }
  }
}

/// A set of tasks of one category.
@frozen
public struct TaskSet: Hashable, Sendable {
  /// Bit i stands for task i.
  public var bits: UInt64

  @inlinable public init(bits: UInt64) { self.bits = bits }

  /// Every task: the set offered by providers that name no tasks, and accepted by jobs that name none.
  @inlinable public static var all: Self { Self(bits: .max) }

  /// The set of one task.
  @inlinable public init(task: Int) { bits = 1 << UInt64(task) }

  /// Returns whether the sets have a task in common.
  @inlinable public func meets(_ other: Self) -> Bool { bits & other.bits != 0 }
}

/// A collector of the categories and tasks named in the scenario and its files, in order of appearance.
struct TradesBuilder {
  private(set) var trades: Trades
  private var indexOfCategory: [String: Int] = [:]
  private var indexOfTask: [[String: Int]] = []

  init(_ plans: [CategoryPlan]) {
    trades = Trades([])
    for plan in plans {
      let category = index(ofCategory: plan.name)
      for task in plan.tasks { _ = index(ofTask: task, in: category) }
    }
  }

  /// Returns the index of the category `name`, adding it if it is new.
  mutating func index(ofCategory name: String) -> CategoryIndex {
    if let index = indexOfCategory[name] { return CategoryIndex(index) }
    indexOfCategory[name] = trades.categories.count
    indexOfTask.append([:])
    trades.categories.append(Trades.Category(name))
    return CategoryIndex(trades.categories.count - 1)
  }

  /// Returns the index of the task `name` in its category, adding it if it is new; nil if the category has too many
  /// tasks.
  mutating func index(ofTask name: String, in category: CategoryIndex) -> Int? {
    let place = Int(category)
    if let index = indexOfTask[place][name] { return index }
    let count = trades.categories[place].tasks.count
    guard count < Trades.mostTasks else { return nil }
    indexOfTask[place][name] = count
    trades.categories[place].tasks.append(name)
    return count
  }
}
