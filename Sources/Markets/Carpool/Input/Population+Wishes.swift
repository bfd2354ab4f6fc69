import Ground
import Travellers

extension Population {
  /// The notice about those of a side who wish for company that nobody on the other side is; nil if there are none, or nobody is
  /// on the other side.
  ///
  /// - Complexity: one pass over both sides.
  func unmetWishes(of side: Side) -> InputNotice? {
    let offers = drivers.lazy.filter { $0.refusal == nil }
    let seekers = requests.lazy.filter { $0.refusal == nil }
    return switch side {
    case .drivers: Self.unmet("drivers", offers.map(\.wishes), by: seekers.map(\.person), "requests")
    case .requests: Self.unmet("requests", seekers.map(\.wishes), by: offers.map(\.person), "drivers")
    }
  }

  private static func unmet(
    _ side: String, _ wishes: some Sequence<Wishes>, by persons: some Sequence<Person>, _ other: String
  ) -> InputNotice? {
    let company = Company(persons)
    guard !company.isNobody else { return nil }
    var (rows, count, insisting) = (0, 0, 0)
    for wish in wishes {
      rows += 1
      guard wish.isAny, !company.canMeet(wish) else { continue }
      count += 1
      if wish.required { insisting += 1 }
    }
    return count == 0
      ? nil : .unmetWishes(side: side, count: count, insisting: insisting, rows: rows, other: other)
  }
}

/// The traits that there are among some persons.
private struct Company {
  private(set) var isNobody = true
  // A few at the most: to look through them takes less than to hash.
  private var smokers: [Bool] = []
  private var sexes: [Sex] = []
  private var statesAges = false

  init(_ persons: some Sequence<Person>) {
    for person in persons {
      isNobody = false
      if let smoker = person.smoker, !smokers.contains(smoker) { smokers.append(smoker) }
      if let sex = person.sex, !sexes.contains(sex) { sexes.append(sex) }
      if person.age != nil { statesAges = true }
    }
  }

  /// Tells whether each wish is met by somebody, be it one person for each; of ages whether anybody states one, since a range may
  /// be missed by chance.
  func canMeet(_ wishes: Wishes) -> Bool {
    if let smoker = wishes.smoker, !smokers.contains(smoker) { return false }
    if let sex = wishes.sex, !sexes.contains(sex) { return false }
    return statesAges || wishes.youngest == nil && wishes.oldest == nil
  }
}
