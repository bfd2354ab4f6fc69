import CHDF5
import Foundation
import Ground
import Quantities
import Spaces
import Tables
import Testing
import Travellers

@testable import Synthesis

@Suite(.enabled(if: detour_hdf5_is_there() != 0, "needs libhdf5"))
struct OMXTests {
  /// A file that openmatrix wrote, packed: matrices AM (0, 10, 30; 40, 0, 20; 0, 0, 5) and PM (1, 0, 0; 0, 0, 0; 9, 0, 0), and the
  /// lookup TAZ (101, 7, 55).
  private static let packed = """
    H4sIAAAAAAACA+1aTUwTQRSe2Ra60KKtqBRi4moiImotP4nEg3btD63pX9oFizGBJkBI+CmJJdKo0cQLXtSTwYMnY0I46a03IeHgiRBPHNF4
    8WC8eOJSd3ZntjsLpaVpjMB8ZTOd2fdmpm/ee/PeDC+CvkBTY1sjQOB5YAZ2oEcBI3eZrpP3I7iEuFzA5RJH2q3KOydut+P+BZNaX8SMUsLv
    R9QFA8g48xbCz3AUEfSLcVSmcJ3o0xeOphtNZ9OonMpkJudmi3rpqXJcoq99bbS+24CA9bseIKuRQlJYVmDQbFfH5JQ/RNeho+OBNywmk5iu
    Tmc3/YnYQJyi55XPoD+RDMWiCr1JR9/lcuN5uDV6m/wEQmFJZgF2XjZn3S8nfBBCzNeH253KOPEhSbwd9ieHA7FERJSGS43b7eoyjGtT+GOR
    lMaD0AxoPrerG/OR+Tg0Pm/CL0p+3/DdkBQkckfj2nX8s7nsRGZGyEzPC25Xj6sHyXM3v7Ki/miwCSrzK55jzK8wv7LTrwgWmk6MqGU8Qu93
    1fqVZDTmg7KLwOoK8ma63y1cB4Z9b7GBplvB9S3r0Vw/B5aMUV4H3T+X8m8p2/78W/CiWvLM1Jl/0+9zNppOEu9RehiskV0a/dPBt0s1nyEv
    IBmXUxtwWqOVy410ndjxwnGc1xjkViePrsjBpI5gleM0qPSvvueU9xA8mJgbH58a0+wa4vbRsfGpdHZMmzePPYhJ7tBenJKJuIQTuAdE7/lu
    mSwpd/mp18nDKyYS4tDOfczdVC6exvtYG7NNPUzyOiHZOoRbmv71WkFvwUTspoR+A6N+d+1tZ4C2M7R/wF32jyjce74/Oui6Uc/ZfsPAwMDA
    wMDAcDjPXYz3PcXz3Xr5uxMkg2IcxZ0or1KPaAQqnyLH95wub1Lj2QYlTk1VmGcNnAKGdhJPn9XGbeFBy9Mq8yzzPvKsM8UpoemYa5Fn/ev4
    v79M/N/dSdeN8jczE2FgYGBgYGBgOFSAoNFwD+Kk4npjfE7uPV7jc+OgMQ7n1MBei6PhZgfJKPSoOI423BPhMLrie6JuV+/ecbThvkq9B4Ha
    uXdfO9ORaoBuqSBQ74n0+WJx3SzKugXC4mAssXOdZ+amZ3NyOQbUfwW4Lj/z8NfGpwYgnPSu2r7xL0eufp4tvF1rveLL92+vXDjveSZnfWbe
    LhyiL6/M2/dbQ4+yv9+UZcifXlqW1n1le3586SN8uMZdQ9IUm4Dbxq3cWXz/Yb39SSjyZzUN8p3n/icJ/OQyIHrjeaEW/Y0kt6K5THQjUosJ
    fq27yb2Djr/ndcaMeSsAAA==
    """

  /// A folder with that file, and with squares of one kilometre as zones 101, 7 and 55, from west to east.
  func folder(without missing: String = "") throws -> TemporaryFolder {
    let squares = ["101", "7", "55"].enumerated().filter { $1 != missing }.map { index, name in
      let (west, east) = (2_000 * index, 2_000 * index + 1_000)
      return """
        {"properties": {"TAZ": \(name)}, "geometry": {"type": "Polygon", "coordinates":
          [[[\(west), 0], [\(east), 0], [\(east), 1000], [\(west), 1000], [\(west), 0]]]}}
        """
    }
    let folder = try TemporaryFolder([
      "z.geojson": "{\"type\": \"FeatureCollection\", \"features\": [\(squares.joined(separator: ","))]}",
      "broken.omx": "no HDF5",
    ])
    let base64 = Self.packed.split(whereSeparator: \.isWhitespace).joined()
    let path = folder.path + "/m.omx"
    try #require(Data(base64Encoded: base64)).write(to: URL(filePath: path + ".gz"))
    let unpacked = try FileBytes(contentsOf: path + ".gz")
    try unpacked.withSpan { span in try Data((0..<span.count).map { span[$0] }).write(to: URL(filePath: path))
    }
    return folder
  }

  private func drivers(
    _ od: String, in folder: borrowing TemporaryFolder, arrivals: String = "count: 50000",
    _ overrides: [String] = []
  ) throws -> [Driver] {
    try Fixture.population(
      supply: """
        {kind: 'synthetic', \(arrivals), od: {kind: 'matrix', zones: 'z.geojson', zone_name: 'TAZ', \(od)}}
        """, overrides: overrides, folder: folder.path
    ).drivers
  }

  func pairs(_ drivers: some Sequence<Driver>) -> [Int] {
    var counts = Array(repeating: 0, count: 9)
    for driver in drivers {
      counts[3 * Int(driver.origin.position.x / 2_000) + Int(driver.destination.position.x / 2_000)] += 1
    }
    return counts
  }

  @Test func aLayerIsReadByItsLookup() throws {
    let counts = pairs(try drivers("trips: 'm.omx', layers: [{name: 'AM'}]", in: folder()))
    #expect([0, 4, 6, 7].allSatisfy { counts[$0] == 0 })
    expectCounts(
      [counts[1], counts[2], counts[3], counts[5], counts[8]],
      [10, 30, 40, 20, 5].map { (number: Double) in number * 50_000 / 105 })
  }

  @Test func layersOfHoursAddUp() throws {
    let layers = "layers: [{name: 'AM', from_h: 7, to_h: 10}, {name: 'PM', from_h: 9, to_h: 10}]"
    let drivers = try drivers(
      "trips: 'm.omx', \(layers)", in: folder(), ["time.start='2026-05-18T08:00:00'", "time.duration_s=7200"])
    let early = drivers.filter { $0.depart < Milliseconds(3_600_000) }
    // A third of the one, then a third of it and the whole of the other.
    expectShare(early.count, of: drivers.count, 35.0 / 80)
    let late = pairs(drivers.lazy.filter { $0.depart >= Milliseconds(3_600_000) })
    let numbers: [Double] = [3, 10, 30, 40, 20, 27, 5]
    let scale = Double(drivers.count - early.count) / 135
    expectCounts([0, 1, 2, 3, 5, 6, 8].map { late[$0] }, numbers.map { $0 * scale })
    let share = try self.drivers(
      "trips: 'm.omx', \(layers)", in: folder(), arrivals: "matrix_share: 1000",
      ["time.start='2026-05-18T08:00:00'", "time.duration_s=7200"])
    #expect(abs(Double(share.count) - 80_000) < 3.5 * 80_000.squareRoot())
  }

  @Test func faultsAreTold() throws {
    func message(_ od: String, without missing: String = "") throws -> String {
      let folder = try folder(without: missing)
      do {
        _ = try drivers(od, in: folder)
        return ""
      } catch { return "\(error)".replacing(folder.path + "/", with: "") }
    }
    #expect(
      try message("trips: 'm.omx'")
        == "m.omx: the file has the matrices AM, PM; name those with the trips (`layers`)")
    #expect(
      try message("trips: 'm.omx', layers: [{name: 'NT'}], lookup: 'X'")
        == "m.omx: there is no matrix NT; the file has the matrices AM, PM\n"
        + "m.omx: there is no lookup X; the file has the lookups TAZ")
    #expect(
      try message("trips: 'm.omx', layers: [{name: 'PM'}], lookup: 'X'")
        == "m.omx: there is no lookup X; the file has the lookups TAZ")
    #expect(
      try message("trips: 'm.omx', layers: [{name: 'AM'}]", without: "55")
        == "m.omx: zone 55 has trips but is missing from the zone file")
    #expect(
      OMXError.Problem.unknownZone("1", isNumbered: true).sentence
        == "zone 1 has trips but is missing from the zone file; without a lookup in the matrix file its zones are numbered from 1"
    )
    #expect(try message("trips: 'broken.omx'").hasPrefix("broken.omx: this is not a readable HDF5 file"))
  }
}
