/// The parameters of a study that really vary, as numbers.
struct Factors {
  /// Their places among the study's parameters.
  let indices: [Int]
  /// Their paths.
  let names: [String]
  /// The scales on which their values are evenly spread.
  let scales: [FieldScale]

  /// Takes those of `study` that have two values or more.
  ///
  /// - Throws: `ReportError.impossible` where one of them has values that are no numbers, or none varies.
  init(of study: StudyTable, for what: String) throws(ReportError) {
    indices = study.parameters.indices.filter { study.values(of: $0).count > 1 }
    names = indices.map { study.parameters[$0] }
    guard !indices.isEmpty else { throw .impossible(what: what, reason: "nothing varies in \(study.folder)") }
    if let word = indices.first(where: { !study.isNumeric($0) }) {
      let name = study.parameters[word]
      let example = study.values(of: word).first ?? ""
      throw .impossible(
        what: what,
        reason: "\(name) has values that are no numbers; choose one of them, as --at '\(name)=\(example)'")
    }
    scales = indices.map { study.scale(of: $0) }
  }

  /// The values at `point`, in the fields' own units.
  func values(of point: StudyTable.Point) -> [Double] {
    indices.map { StudyTable.number(point.values[$0]) ?? 0 }
  }

  /// The places of `values` on the scales.
  func places(of values: [Double]) -> [Double] { zip(scales, values).map { $0.place($1) } }

  /// The values at `places` on the scales.
  func values(at places: [Double]) -> [Double] { zip(scales, places).map { $0.value($1) } }
}
