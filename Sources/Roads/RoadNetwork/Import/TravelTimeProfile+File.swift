import Foundation
public import Tables

extension TravelTimeProfile {
  /// The maximum factor allowed in a file.
  public static let largestFactor = 100.0

  /// Reads the profile in the CSV file at `path`, plain or gzipped, for the road classes of `network`.
  ///
  /// A row `hour,road_class,factor` multiplies the times of a class in an hour (0 to 23 of the local clock); a
  /// row without a class applies to every class without a row of its own in that hour. The default factor is
  /// 1.
  ///
  /// - Throws: `TableError` with all faults, by line and column.
  public init(contentsOf path: String, for network: Network) throws(TableError) {
    var rows = try CSVReader(contentsOf: path, as: .timeProfile)
    let columns = Columns(&rows)
    try rows.checkColumns()
    var hours = Array(repeating: Hour(), count: Self.hoursOfDay)
    while rows.next() { columns.read(&rows, for: network, into: &hours) }
    try rows.finish()
    var occurs = Array(repeating: false, count: Self.roadClasses)
    if network.roadClasses.isEmpty { occurs[0] = true }
    for roadClass in network.roadClasses { occurs[Int(roadClass)] = true }
    // Classes without links do not create slices.
    self.init(
      factorsOfHour: hours.map { hour in
        occurs.indices.map { occurs[$0] ? hour.ofClass[$0] ?? hour.ofOthers ?? 1 : 1 }
      })
  }

  /// The factors that the rows state for one hour.
  private struct Hour {
    var ofClass: [Double?] = Array(repeating: nil, count: roadClasses)
    var ofOthers: Double?
  }

  private struct Columns {
    private let hour: CSVColumn
    private let roadClass: CSVColumn
    private let factor: CSVColumn

    init(_ rows: inout CSVReader) {
      hour = rows.column("hour")
      roadClass = rows.column("road_class")
      factor = rows.column("factor")
    }

    /// Adds the row's factor to `hours`; records a fault for each invalid field.
    func read(_ rows: inout CSVReader, for network: Network, into hours: inout [Hour]) {
      let faults = rows.faultCount
      let number = Int(rows.int64(hour, in: 0...Int64(hoursOfDay - 1)))
      let isAllowed = { (value: Double) in value > 0 && value <= largestFactor }
      let value = rows.double(factor, isAllowed, "a factor above 0 and not above \(Int(largestFactor))")
      let name = rows.string(roadClass).trimmingCharacters(in: .whitespaces)
      let known = network.number(ofRoadClass: name)
      if !name.isEmpty, known == nil { rows.recordValue(roadClass, expected: network.expectedRoadClass) }
      guard rows.faultCount == faults else { return }
      let before = known.map { hours[number].ofClass[$0] } ?? hours[number].ofOthers
      guard before == nil else {
        rows.recordValue(hour, expected: .other("an hour and class that no earlier row has"))
        return
      }
      if let known { hours[number].ofClass[known] = value } else { hours[number].ofOthers = value }
    }
  }
}

extension Network {
  /// Returns the number of the road class called `name`; nil if the network has none.
  fileprivate func number(ofRoadClass name: String) -> Int? {
    roadClasses.isEmpty ? nil : roadClassNames.firstIndex(of: name)
  }

  /// The road classes allowed in a row.
  fileprivate var expectedRoadClass: TableError.Expectation {
    if roadClasses.isEmpty { return .other("nothing, for the network has no road classes,") }
    return .other("one of \(roadClassNames.joined(separator: ", ")), or nothing for all others,")
  }
}
