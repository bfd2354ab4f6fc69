import Community
import Models
import Quantities
import Simulation
import Travellers

extension Explanation {
  /// The attempts that were due in an outage; nothing if there are none.
  var outages: [AccountFact] {
    guard let outages = records.outages else { return [] }
    let lines = outages.lines(ofRequest: Int(request), clock)
    return lines.isEmpty ? [] : [AccountFact(outages.members(ofRequest: Int(request)), lines)]
  }
}
