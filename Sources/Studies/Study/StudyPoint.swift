import Metrics
public import Scenario
public import Tables

/// A point of a study: the varied values, and the resulting scenario.
public struct StudyPoint: Sendable {
  /// The values, in the order of the study's fields, as after `--set field=`.
  public let values: [String]
  /// The scenario at replication 0.
  public let scenario: Scenario
  /// The input files of its runs.
  public let inputs: [InputFile]
  /// The number of its space in the study: points with equal spaces share one.
  let space: Int
  /// The number of its participants in the study: points with equal ones share them in each replication.
  let people: Int
  /// Whether another point has the same participants.
  var sharesPeople = false
  /// Its key in the study's files: the id of its run at replication 0.
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

  /// Returns the scenario of replication `number`.
  func scenario(replication number: Int) -> Scenario {
    var scenario = scenario
    scenario.replication = UInt64(number)
    return scenario
  }

  /// Returns the id of the run of replication `number`.
  func runID(replication number: Int) -> String {
    ids.runID(replication: UInt64(number))
  }
}
