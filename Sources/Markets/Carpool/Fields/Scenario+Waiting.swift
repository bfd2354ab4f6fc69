import Matching
package import Scenario

extension Scenario {
  /// The reason cars cannot wait in this scenario, and the fields that it lies in; nil where they can.
  package var obstacleToWaiting: (sentence: String, fields: [String])? {
    let matching = carpool.matching
    func leaveOut(_ reason: String, _ field: String, _ others: String...) -> (String, [String]) {
      ("\(reason); leave out `\(field)`, or give drivers trips", [field] + others)
    }
    if board != nil { return leaveOut("cars that wait publish no trips", "board") }
    if matching.transfer != nil {
      return leaveOut("nobody transfers to cars that wait", "matching.transfer", "matching")
    }
    if matching.walking.reach > 0 {
      return leaveOut("nobody walks to cars that wait, which come to the door", "matching.walk_m", "matching")
    }
    if hindsight == true {
      return leaveOut("the best of a day is known for drivers with trips", "results.hindsight", "results")
    }
    if space.changesOverTheDay {
      return leaveOut(
        "a trip is driven at the travel times of its departure, and cars that wait have no trip",
        "space.time_profile", "space")
    }
    return nil
  }
}
