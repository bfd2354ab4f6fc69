import JSON5

extension Scenario.Hours {
  /// Hours as text.
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
