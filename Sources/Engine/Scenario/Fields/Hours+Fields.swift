import JSON5
package import Quantities

extension Scenario.Hours {
  /// The shape of hours as text.
  package static var shape: Shape<Self> {
    let text = Shape<String>.text(
      "hours like `\"mon-fri 08:00-12:00 13:00-18:00; sat 09:00-13:00\"`, or `\"always\"`")
    return Shape(
      declaration: text.declaration,
      read: { node, path, faults in
        guard let written = text.read(node, path, &faults) else { return nil }
        do throws(Fault) { return try Self(written) } catch {
          faults.add(.conflict(error.description), at: path, node.origin)
          return nil
        }
      },
      write: { hours, _ in .text(hours.text) })
  }
}

extension WeeklyHours {
  /// The shape of hours as text.
  package static var shape: Shape<Self> {
    Scenario.Hours.shape.map({ Self($0.spans) }, { Scenario.Hours(spans: $0.spans) })
  }
}

extension Shape<Milliseconds> {
  /// Returns the shape of a time of day in hours and minutes, up to `24:00`.
  package static func timeOfDay() -> Self {
    Shape<String>.text(
      "a time of day like `\"08:30\"`, at most `\"24:00\"`", pattern: #"^(([01]\d|2[0-3]):[0-5]\d|24:00)$"#
    ) {
      Scenario.Hours.time($0[...]) != nil
    }.map(
      { Milliseconds(Scenario.Hours.time($0[...]) ?? 0) }, { Scenario.Hours.clock($0.rawValue) })
  }
}
