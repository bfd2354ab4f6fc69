import Matching
package import Scenario

extension Scenario {
  /// Why this scenario rules out cars that wait, with the fields responsible; nil if it allows them.
  package var obstacleToWaiting: (sentence: String, fields: [String])? {
    let matching = carpool.matching
    func leaveOut(_ reason: String, _ field: String, _ others: String...) -> (String, [String]) {
      ("\(reason); leave out `\(field)`, or give drivers trips", [field] + others)
    }
    if board != nil { return leaveOut("cars that wait publish no trips", "board") }
    if matching.transfer != nil {
      return leaveOut("nobody transfers to cars that wait", "matching.transfer", "matching")
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

  /// The reason individual stop times are not supported in this scenario, with the fields that cause it; nil if
  /// they are.
  package var obstacleToOwnStops: (sentence: String, fields: [String])? {
    func leaveOut(_ reason: String, _ field: String) -> (String, [String]) {
      ("\(reason); leave out `\(field)`, or those columns", [field])
    }
    if board != nil { return leaveOut("published times know one dwell time", "board") }
    if carpool.matching.transfer != nil {
      return leaveOut("who transfers stops twice more on the way", "matching.transfer")
    }
    if carpool.matching.walking.reach > 0 {
      return leaveOut("meeting points are places where all stops are alike", "matching.walk_m")
    }
    if hindsight == true {
      return leaveOut("the best of a day is known for equal stops", "results.hindsight")
    }
    return nil
  }
}
