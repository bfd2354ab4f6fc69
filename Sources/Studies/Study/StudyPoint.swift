import Metrics
public import Scenario
public import Tables

/// A point of a study: values for what varies, and the scenario that they make.
public struct StudyPoint: Sendable {
  /// The values, in the order of the study's fields, as they would stand after `--set field=`.
  public let values: [String]
  /// The scenario at replication 0.
  public let scenario: Scenario
  /// The files that its runs read.
  public let inputs: [InputFile]
  /// The study's space in which it lies: points with equal spaces share one.
  let space: Int
  /// The study's set of people in its runs: points with equal ones share those of each replication.
  let people: Int
  /// True if another point has the same people.
  var sharesPeople = false
  /// Its key in the files of the study: the id of its run of replication 0.
  public let id: String
  private let ids: RunIdentity.Series

  init(values: [String], scenario: Scenario, inputs: [InputFile], space: Int, people: Int) {
    self.values = values
    self.scenario = scenario
    self.inputs = inputs
    self.space = space
    self.people = people
    ids = RunIdentity.Series(of: scenario, inputs: inputs)
    id = ids.runID(replication: 0)
  }

  /// The scenario of replication `number`.
  func scenario(replication number: Int) -> Scenario {
    var scenario = scenario
    scenario.replication = UInt64(number)
    return scenario
  }

  /// The id of the run of replication `number`.
  func runID(replication number: Int) -> String {
    ids.runID(replication: UInt64(number))
  }
}
