/// A traveller's traits to which others' preferences refer; nil if unknown.
public struct Person: Hashable, Sendable {
  public var smoker: Bool?
  public var sex: Sex?
  /// The traveller's age in years.
  public var age: Int16?

  /// Creates a traveller with the given traits; omitted traits are unknown, and meet no preference.
  public init(smoker: Bool? = nil, sex: Sex? = nil, age: Int16? = nil) {
    self.smoker = smoker
    self.sex = sex
    self.age = age
  }
}

/// A traveller's sex, as written in files.
public enum Sex: String, CaseIterable, Sendable {
  case female = "f"
  case male = "m"
}

/// A traveller's preferences about the people with whom they share the car.
public struct Wishes: Hashable, Sendable {
  /// Whether the other person should be a smoker.
  public var smoker: Bool?
  public var sex: Sex?
  /// The lowest preferred age, in years; together with `oldest`, it counts as one preference.
  public var youngest: Int16?
  /// The highest preferred age, in years.
  public var oldest: Int16?
  /// Whether the preferences must be met; otherwise they only affect the cost.
  public var required: Bool

  /// Creates the given preferences; omitted ones are not stated.
  public init(
    smoker: Bool? = nil, sex: Sex? = nil, youngest: Int16? = nil, oldest: Int16? = nil, required: Bool = false
  ) {
    self.smoker = smoker
    self.sex = sex
    self.youngest = youngest
    self.oldest = oldest
    self.required = required
  }

  /// Wishes without any preference.
  public static let none = Wishes()

  /// Whether any preference is stated.
  public var isAny: Bool { smoker != nil || sex != nil || youngest != nil || oldest != nil }

  /// Returns the number of stated preferences (at most three: smoker, sex, age), and the number of these met by
  /// `person`.
  ///
  /// An unknown trait meets no preference.
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
