public import Quantities

extension Track {
  /// The position that the car has reported at `time`: its last route point, at an odometer reading that is
  /// a multiple of `spacing` metres; the true position where `spacing` is 0; the origin before departure.
  public func report(at time: Milliseconds, spacing: Metres, geometry: Geometry) -> Report {
    var index = index(at: time)
    let driven = odometer(at: time, after: index)
    guard spacing > 0 else {
      let position = position(at: time, geometry: geometry)
      return Report(position: position, odometer: driven, number: 0, index: index)
    }
    if index == vertices.count - 1 {
      let number = Int((driven / spacing).rounded(.up))
      return Report(position: end.place.position, odometer: driven, number: number, index: index)
    }
    let number = Int(driven / spacing)
    let odometer = Double(number) * spacing
    while index > 0, vertices[index].odometer > odometer { index -= 1 }
    let position = position(atOdometer: odometer, from: index, geometry: geometry)
    return Report(position: position, odometer: odometer, number: number, index: index)
  }

  /// The first millisecond at which the car has passed route point `number`; its arrival where the way ends
  /// before that point.
  ///
  /// - Precondition: `spacing` is positive.
  func time(ofReport number: Int, spacing: Metres, from start: Int) -> Milliseconds {
    let odometer = Double(number) * spacing
    var index = start
    while index + 1 < vertices.count, vertices[index + 1].odometer < odometer { index += 1 }
    guard index + 1 < vertices.count else { return end.time }
    let from = vertices[index]
    let to = vertices[index + 1]
    let share = (odometer - from.odometer) / (to.odometer - from.odometer)
    let guess = (share * Double((to.time - from.time).rawValue)).rounded(.up)
    var time = from.time + Milliseconds(Int64(guess))
    // The reading of `odometer(at:)` decides, whose last bit may differ from the inverse's.
    let millisecond = Milliseconds(1)
    func hasPassed(_ time: Milliseconds) -> Bool {
      Int(self.odometer(at: time, after: index) / spacing) >= number
    }
    while time > from.time, hasPassed(time - millisecond) { time = time - millisecond }
    while time < to.time, !hasPassed(time) { time = time + millisecond }
    return time
  }

  /// Whether a route point after `report` lies within `radius` metres of `target`, the destination included.
  public func passes(
    within radius: Metres, of target: Position, after report: Report, spacing: Metres, geometry: Geometry
  ) -> Bool {
    if geometry.isWithin(radius, target, end.place.position) { return true }
    var start = report.position
    var number = report.number + 1
    for index in report.index..<(vertices.count - 1) {
      let stop = vertices[index + 1]
      if spacing == 0 {
        if geometry.distance(target, toSegment: start, stop.place.position) <= radius { return true }
        start = stop.place.position
        continue
      }
      let last = Int((stop.odometer / spacing).rounded(.down))
      if number <= last {
        let numbers = closest(number...last, to: target, after: index, spacing: spacing, geometry: geometry)
        for number in numbers {
          let point = position(atOdometer: Double(number) * spacing, from: index, geometry: geometry)
          if geometry.isWithin(radius, target, point) { return true }
        }
        number = last + 1
      }
    }
    return false
  }

  /// Those of the route points `numbers`, which lie between vertex `index` and the next, that may be the one
  /// closest to `target`: distance along a straight line falls and then rises.
  private func closest(
    _ numbers: ClosedRange<Int>, to target: Position, after index: Int, spacing: Metres, geometry: Geometry
  ) -> ClosedRange<Int> {
    guard numbers.count > 4 else { return numbers }
    let from = vertices[index]
    let to = vertices[index + 1]
    guard let share = geometry.foot(of: target, onLine: from.place.position, to.place.position) else {
      return numbers
    }
    let odometer = from.odometer + share * (to.odometer - from.odometer)
    let below = min(max(odometer / spacing - 1, Double(numbers.lowerBound)), Double(numbers.upperBound))
    let above = min(max(odometer / spacing + 2, Double(numbers.lowerBound)), Double(numbers.upperBound))
    return Int(below)...Int(above)
  }
}

extension Track {
  /// The distance in metres from `target` to the nearest route point after `report`, the destination included.
  ///
  /// - Complexity: O(route points).
  public func distance(
    from target: Position, after report: Report, spacing: Metres, geometry: Geometry
  ) -> Metres {
    var least = geometry.distance(target, end.place.position)
    var start = report.position
    var number = report.number + 1
    for index in report.index..<(vertices.count - 1) {
      let stop = vertices[index + 1]
      if spacing == 0 {
        least = min(least, geometry.distance(target, toSegment: start, stop.place.position))
        start = stop.place.position
        continue
      }
      while Double(number) * spacing <= stop.odometer {
        let point = position(atOdometer: Double(number) * spacing, from: index, geometry: geometry)
        least = min(least, geometry.distance(target, point))
        number += 1
      }
    }
    return least
  }
}
