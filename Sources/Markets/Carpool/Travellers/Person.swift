/// A traveller's traits, as far as others may have wishes about them; nil where they are not known.
public struct Person: Hashable, Sendable {
  public var smoker: Bool?
  public var sex: Sex?
  /// Years.
  public var age: Int16?

  /// Creates a traveller; what is left out is not known, and meets no wish.
  public init(smoker: Bool? = nil, sex: Sex? = nil, age: Int16? = nil) {
    self.smoker = smoker
    self.sex = sex
    self.age = age
  }
}
