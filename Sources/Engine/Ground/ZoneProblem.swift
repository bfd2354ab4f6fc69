public import Spaces

/// A fault of a zone, or of a zone file.
public enum ZoneProblem: Error, Hashable {
  /// The file is not a GeoJSON feature collection, for the given reason.
  case notGeoJSON(String)
  /// A feature with neither an id nor the naming property.
  case unnamed(property: String)
  case repeated(name: String)
  /// A feature that is neither a polygon nor a point.
  case otherGeometry(name: String, found: String)
  /// A ring with corners that are not pairs of numbers, with fewer than four corners, or not closed.
  case badCorners(name: String)
  /// A polygon without area.
  case noArea(name: String)
  /// A zone in which no trip can begin or end.
  case noPlace(name: String, EndCause)
  /// A zone without a network node, or without one of positive weight.
  case noNodes(name: String)
}

extension ZoneProblem {
  /// The fault with its remedy.
  var sentence: String {
    switch self {
    case .notGeoJSON(let reason):
      "\(reason); give a FeatureCollection of GeoJSON, or a CSV file that ends in .csv"
    case .unnamed(let property):
      "a feature has no property `\(property)` and no id; name the property with the names of the zones (`zone_name`)"
    case .repeated(let name):
      "zone \(name) is given twice; give each zone once, with several areas as a MultiPolygon"
    case .otherGeometry(let name, let found):
      "zone \(name) is of type \(found); give a Polygon, a MultiPolygon or a Point"
    case .badCorners(let name):
      "zone \(name) has a ring that is not a list of at least four corners, each a pair of coordinates of the space"
    case .noArea(let name): "zone \(name) is a polygon without area; correct its corners, or make it a Point"
    case .noPlace(let name, let cause):
      "zone \(name) has trips, but none can begin or end there: \(cause.meaning); check that the zones are in the coordinates of "
        + "the space, or leave its trips out"
    case .noNodes(let name):
      "zone \(name) has trips, but no node of the network with a weight lies in it; give `ends: \"area\"`, or leave its trips out"
    }
  }
}
