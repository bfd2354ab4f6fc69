public import Ground
import Matching
import Travellers

extension Population {
  /// Returns the notice about members of a side whose preferences nobody on the other side meets; nil if there are
  /// none, or if the other side is empty.
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

/// The traits present in a group of persons.
private struct Company {
  private(set) var isNobody = true
  // Few values: a linear search takes less time than hashing.
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

  /// Returns whether each preference is met by some person, not necessarily the same one. For an age range it suffices
  /// that any age is known, because a range may be missed by chance.
  func canMeet(_ wishes: Wishes) -> Bool {
    if let smoker = wishes.smoker, !smokers.contains(smoker) { return false }
    if let sex = wishes.sex, !sexes.contains(sex) { return false }
    return statesAges || wishes.youngest == nil && wishes.oldest == nil
  }
}

extension Population {
  /// The notices for the user about drivers and requests, including refusals.
  public var notices: [InputNotice] { inputNotices + Side.allCases.flatMap(notices) }

  private func notices(of side: Side) -> [InputNotice] {
    let (causes, rows) = refusals(of: side)
    return (causes.isEmpty ? [] : [.refused(side: "\(side)", causes: causes, rows: rows)])
      + [unmetWishes(of: side)].compactMap(\.self)
  }

  /// Returns the number of refused members of a side by cause, and the total number of members.
  func refusals(of side: Side) -> (causes: [InputNotice.Refusal], rows: Int) {
    let causes = refused.map {
      InputNotice.Refusal(
        cause: $0.cause.rawValue, meaning: $0.cause.meaning,
        count: side == .drivers ? $0.drivers : $0.requests)
    }
    return (causes.filter { $0.count > 0 }, side == .drivers ? drivers.count : requests.count)
  }
}
