import JSON5
import Scenario

extension Shape<WeeklyHours> {
  /// Working hours as text.
  static var weeklyHours: Self {
    let text = Shape<String>.text("working hours as `mon-fri 09:00-18:00`, or `always`")
    return Self(
      declaration: text.declaration,
      read: { node, path, faults in
        guard let value = text.read(node, path, &faults) else { return nil }
        do throws(WeeklyHoursFault) { return try WeeklyHours(value) } catch {
          faults.add(.conflict(error.description), at: path, node.origin)
          return nil
        }
      },
      write: { value, _ in .text(value.text) })
  }
}

extension Shape<[Double]> {
  /// Weights, of which one at least is above 0.
  static var weights: Self {
    Shape<Double>.number(.atLeast(0)).list(counts: 1...100).checked {
      $0.contains { $0 > 0 } ? nil : "no weight is above 0; give at least one"
    }
  }
}
