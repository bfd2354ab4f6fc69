import Foundation
import TestSupport
import Testing

@testable import RoadNetwork

/// A network of the field that tests read where it is present.
enum RealNetwork: String, CaseIterable, CustomTestStringConvertible {
  case chengdu
  case sanFrancisco = "san-francisco"
  case porto
  case newYork = "new-york"

  /// The networks that are present; New York, the largest, only in the full validation.
  static let present = allCases.filter { $0.isPresent && ($0 != .newYork || isFullValidation) }

  var testDescription: String { rawValue }

  /// Where it lies below the data folder: the file that holds its links.
  private var file: String {
    switch self {
    case .chengdu, .sanFrancisco: rawValue + "/link.csv.gz"
    case .porto: "porto/porto.osm.pbf"
    case .newYork: "new-york/USA-road-d.NY.gr.gz"
    }
  }

  var isPresent: Bool { SharedData.has(file) }

  /// What readers are given: the folder of a GMNS network, else the file.
  var path: String {
    switch self {
    case .chengdu, .sanFrancisco: SharedData.url(rawValue).path
    case .porto, .newYork: SharedData.url(file).path
    }
  }

  /// A network with what routing prepares for it.
  struct Prepared {
    let network: Network
    let report: NetworkReport
    let hierarchy: ContractionHierarchy
    let labels: HubLabels

    init(_ source: RealNetwork) throws {
      let loaded = try NetworkSource.load(source.path)
      network = loaded.network
      report = loaded.report
      hierarchy = ContractionHierarchy(network)
      labels = HubLabels(hierarchy)
    }
  }

  private static let preparedChengdu = Result { try Prepared(.chengdu) }
  private static let preparedSanFrancisco = Result { try Prepared(.sanFrancisco) }
  private static let preparedPorto = Result { try Prepared(.porto) }
  private static let preparedNewYork = Result { try Prepared(.newYork) }

  /// The network, read and contracted once for all tests.
  func prepared() throws -> Prepared {
    switch self {
    case .chengdu: try Self.preparedChengdu.get()
    case .sanFrancisco: try Self.preparedSanFrancisco.get()
    case .porto: try Self.preparedPorto.get()
    case .newYork: try Self.preparedNewYork.get()
    }
  }
}
