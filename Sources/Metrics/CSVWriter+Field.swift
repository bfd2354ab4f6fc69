import Market
import Quantities
import Tables

extension CSVWriter {
  /// Appends what files call `id`: its name, or the number itself; empty where there is nobody.
  mutating func id(_ id: Int64?, _ names: Names) {
    if let name = id.flatMap(names.name) { field(name) } else { field(id) }
  }

  /// Appends a limit in seconds; `.never` is an empty field.
  mutating func limit(_ time: Milliseconds) {
    if time == .never { empty() } else { field(time) }
  }

  /// Appends a count that some policies do not take; negative is an empty field.
  mutating func optionalCount(_ count: Int32) {
    if count < 0 { empty() } else { field(count) }
  }

  /// Appends seconds.
  mutating func seconds(_ value: Double?) { field(value, decimals: Unit.seconds.decimals) }

  /// Appends metres.
  mutating func metres(_ value: Double?) { field(value, decimals: Unit.metres.decimals) }

  /// Appends a ratio.
  mutating func ratio(_ value: Double?) { field(value, decimals: Unit.ratio.decimals) }

  /// Appends time and length of a trip, or two empty fields.
  mutating func travel(_ time: Milliseconds?, _ metres: Metres?) {
    field(time)
    self.metres(metres)
  }

  /// Appends what a traveller is: smoker, sex, age.
  mutating func person(_ person: Person) {
    field(person.smoker)
    field(person.sex?.rawValue)
    field(person.age)
  }

  /// Appends what a traveller wishes of others; five empty fields where nothing is wished.
  mutating func wishes(_ wishes: Wishes) {
    field(wishes.smoker)
    field(wishes.sex?.rawValue)
    field(wishes.youngest)
    field(wishes.oldest)
    field(wishes.isAny ? wishes.required : nil)
  }

  /// Appends `position` as x and y: degrees with 7 decimals on the globe, metres with 1 on planes; two empty fields
  /// for an end that has no place.
  mutating func coordinates(_ position: Position, _ geometry: Geometry) {
    guard position.x.isFinite else {
      empty()
      empty()
      return
    }
    let coordinates = geometry.coordinates(of: position)
    let decimals = geometry == .globe ? Unit.coordinate.decimals : Unit.metres.decimals
    field(coordinates.x, decimals: decimals)
    field(coordinates.y, decimals: decimals)
  }
}
