public import JSON5
public import Quantities

extension Geometry {
  /// The geometry as stored in manifests, where it defines the coordinates.
  public var json: JSON {
    switch self {
    case .plane: ["kind": .text("plane")]
    case .torus(let side): ["kind": .text("torus"), "side_m": .number(side)]
    case .globe: ["kind": .text("globe")]
    }
  }

  /// Reads the geometry from `json`; nil if it is invalid.
  public init?(_ json: JSON?) {
    switch (json?["kind"]?.words, json?["side_m"]?.real) {
    case ("plane", _): self = .plane
    case ("globe", _): self = .globe
    case ("torus", let side?) where side >= 1 && side <= 1e8: self = .torus(side: side)
    default: return nil
    }
  }
}
