/// A traveller's sex as the files write it.
public enum Sex: String, CaseIterable, Sendable {
  case female = "f"
  case male = "m"
}
