import Scenario
import Tables

extension Scenario.Hours {
  /// These hours, converted to the working hours of a provider.
  var working: WorkingHours {
    WorkingHours(spans.map { WorkingHours.Span(from: $0.lowerBound, to: $0.upperBound) })
  }
}

extension CSVReader {
  /// Returns the working hours in `column`; nil if the cell is empty or invalid.
  mutating func workingHours(_ column: CSVOptionalColumn) -> WorkingHours? {
    guard let text = string(column) else { return nil }
    do throws(Scenario.Hours.Fault) { return try Scenario.Hours(text).working } catch {
      recordValue(column, expected: .other("working hours: \(error)"))
      return nil
    }
  }
}
