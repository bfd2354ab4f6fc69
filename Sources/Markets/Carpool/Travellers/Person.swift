/// A traveller's traits, as relevant for others' preferences; nil if unknown.
public struct Person: Hashable, Sendable {
  public var smoker: Bool?
  public var sex: Sex?
  /// The age in years.
  public var age: Int16?

  /// Creates a traveller; omitted traits are unknown, and meet no preference.
  public init(smoker: Bool? = nil, sex: Sex? = nil, age: Int16? = nil) {
    self.smoker = smoker
    self.sex = sex
    self.age = age
  }
}
