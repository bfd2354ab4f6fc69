public import JSON5
public import Quantities

extension Geometry {
  /// The JSON for manifests, which says what its coordinates are.
  public var json: JSON {
    switch self {
    case .plane: ["kind": .text("plane")]
    case .torus(let side): ["kind": .text("torus"), "side_m": .number(side)]
    case .globe: ["kind": .text("globe")]
    }
  }

  /// Reads what `json` writes; nil where it is none.
  public init?(_ json: JSON?) {
    switch (json?["kind"]?.words, json?["side_m"]?.real) {
    case ("plane", _): self = .plane
    case ("globe", _): self = .globe
    case ("torus", let side?) where side >= 1 && side <= 1e8: self = .torus(side: side)
    default: return nil
    }
  }
}
