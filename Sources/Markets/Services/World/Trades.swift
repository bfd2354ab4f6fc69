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

  /// The maximum number of tasks in a category: sets of them fit in one word.
  public static let mostTasks = 64

  /// Creates the list of `categories`.
  ///
  /// - Precondition: none has more than `mostTasks` tasks.
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

  /// Every task: the default for providers that name no tasks, and the requirement of jobs that name none.
  @inlinable public static var all: Self { Self(bits: .max) }

  /// The set of one task.
  @inlinable public init(task: Int) { bits = 1 << UInt64(task) }

  /// Returns whether the sets have a task in common.
  @inlinable public func meets(_ other: Self) -> Bool { bits & other.bits != 0 }
}
