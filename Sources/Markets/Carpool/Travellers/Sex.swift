/// A traveller's sex, as written in files.
public enum Sex: String, CaseIterable, Sendable {
  case female = "f"
  case male = "m"
}
