/// The wishes of a traveller about the one they share the car with.
public struct Wishes: Hashable, Sendable {
  /// True if the other should be a smoker.
  public var smoker: Bool?
  public var sex: Sex?
  /// Youngest age wished for, years; with `oldest` it makes one wish.
  public var youngest: Int16?
  /// Oldest age wished for, years.
  public var oldest: Int16?
  /// True if the wishes must be met; otherwise they only count in the cost.
  public var required: Bool

  /// Creates wishes; what is left out is not stated.
  public init(
    smoker: Bool? = nil, sex: Sex? = nil, youngest: Int16? = nil, oldest: Int16? = nil, required: Bool = false
  ) {
    self.smoker = smoker
    self.sex = sex
    self.youngest = youngest
    self.oldest = oldest
    self.required = required
  }

  /// No wish at all.
  public static let none = Wishes()

  /// True if any wish is stated.
  public var isAny: Bool { smoker != nil || sex != nil || youngest != nil || oldest != nil }

  /// The numbers of wishes that are stated (at most three: smoker, sex, age) and that `person` meets.
  ///
  /// A trait that is not known meets no wish about it.
  public func agreement(with person: Person) -> (stated: Int, met: Int) {
    var stated = 0
    var met = 0
    if let smoker {
      stated += 1
      if person.smoker == smoker { met += 1 }
    }
    if let sex {
      stated += 1
      if person.sex == sex { met += 1 }
    }
    if youngest != nil || oldest != nil {
      stated += 1
      if let age = person.age, age >= youngest ?? .min, age <= oldest ?? .max { met += 1 }
    }
    return (stated, met)
  }
}
