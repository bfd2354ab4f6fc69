import Quantities

/// The gate through which paid orders enter the line: at once or, after the day's cut-off, at the first opening of
/// the next working day.
///
/// A working day is one on which the first station opens; so an order paid on any other day also waits for the next
/// one.
struct OrderGate {
  private let clock: WorkClock
  private let phase: Int64
  /// The time of day, in milliseconds since midnight; nil if there is no cut-off.
  private let cutOff: Int64?
  /// For each day of the week, from Monday on, whether the first station opens or works.
  private let worksOn: [Bool]

  init(_ world: OrdersSetup) {
    phase = world.phase
    cutOff = world.line.cutOff?.rawValue
    let hours = world.stations.first?.hours ?? .always
    clock = WorkClock(hours, phase: world.phase)
    worksOn = (0..<7).map { day in
      let day = Int64(day) * WeeklyHours.day..<Int64(day + 1) * WeeklyHours.day
      return hours.spans.contains { $0.overlaps(day) }
    }
  }

  /// Returns the time at which an order paid at `time` enters.
  func entry(ofPaidAt time: Milliseconds) -> Milliseconds {
    guard let cutOff else { return time }
    let sinceMonday = time.rawValue + phase
    let day = sinceMonday / WeeklyHours.day
    if worksOn[Int(day % 7)], sinceMonday - day * WeeklyHours.day < cutOff { return time }
    let tomorrow = (day + 1) * WeeklyHours.day - phase
    return Milliseconds(max(tomorrow, clock.span(holdingOrAfter: tomorrow).lowerBound))
  }
}
