package import Quantities
package import Scenario

extension CarpoolFields {
  /// Returns the stationary period: it exists if nobody plans ahead, drivers and requests are both drawn at a
  /// constant rate (no `profile`, or one of equal weights, and no matrix, which may have one), and travel times are
  /// the same at all hours (no `time_profile`). It ends with the duration or the horizon; drivers announced before
  /// their departure (`announce_before_s`) have no successors in the last such span, so it ends earlier.
  package func stationaryPeriod(in scenario: Scenario) -> Milliseconds? {
    let time = scenario.time
    guard board == nil, case .synthetic(let drivers) = supply, case .synthetic(let requests) = demand,
      let duration = time.duration, drivers.arrivals.isConstant(over: duration),
      requests.arrivals.isConstant(over: duration), drivers.od.matrix == nil, requests.od.matrix == nil,
      !scenario.space.changesOverTheDay
    else { return nil }
    var end = min(duration - drivers.attributes.announceBefore, time.horizon ?? duration)
    if case .stays(let stays) = drivers.od {
      // Waiting cars that arrive one by one and stay accumulate.
      guard stays.depart == .zero else { return nil }
      end = min(stays.end ?? .never, time.horizon ?? duration, duration)
    }
    return end > .zero ? end : nil
  }
}
