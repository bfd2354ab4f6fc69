import Quantities

/// Collects the categories and tasks named in the scenario and its files, in order of appearance.
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

  /// Returns the index of the category `name`, which is added if it is new.
  mutating func index(ofCategory name: String) -> CategoryIndex {
    if let index = indexOfCategory[name] { return CategoryIndex(index) }
    indexOfCategory[name] = trades.categories.count
    indexOfTask.append([:])
    trades.categories.append(Trades.Category(name))
    return CategoryIndex(trades.categories.count - 1)
  }

  /// Returns the index of the task `name` in its category, which is added if it is new; nil if there are too
  /// many.
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
