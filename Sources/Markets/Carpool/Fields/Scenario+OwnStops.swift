import Matching
package import Scenario

extension Scenario {
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
