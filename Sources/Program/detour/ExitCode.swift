import BenchmarkSuite
import Benchmarking
import Ground
import Lifecycle
import Metrics
import Orders
import OutsidePolicies
import Pages
import Report
import RoadNetwork
import Run
import Scenario
import Shifts
import Study
import Tables

/// The exit codes of the program.
enum ExitCode {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  /// A comparison that cannot tell: too few runs, or too much noise.
  static let cannotTell: Int32 = 3
  static let usage: Int32 = 64
  static let badInput: Int32 = 65
}

/// An error whose cause is the input, and whose description tells what, where, and what would be right.
protocol InputFault: Error, CustomStringConvertible {
  /// The reason something could not be written; nil where that is not the fault.
  var obstacle: SystemFault? { get }
  /// The program's exit code because of it.
  var exitCode: Int32 { get }
}

extension InputFault {
  var obstacle: SystemFault? { nil }

  /// A device that is full, read-only or fails, or a folder that refuses, is no fault of the input: then it is the run
  /// that failed.
  var exitCode: Int32 { obstacle?.isOfDevice == true ? ExitCode.failure : ExitCode.badInput }
}

extension ScenarioError: InputFault {}
extension SynthesisError: InputFault {}
extension ShiftsError: InputFault {}
extension OrdersInputError: InputFault {}
extension ReportError: InputFault {}
extension RunError: InputFault {}
extension TooLate: InputFault {}

extension OutsidePolicyError: InputFault {
  /// Of what is not there the scenario is to blame; of all else the policy, which made the run fail.
  var exitCode: Int32 { isOfInput ? ExitCode.badInput : ExitCode.failure }
}

/// A learner that answers nonsense made the episode fail; no file is to blame.
extension LearnerError: InputFault {
  var exitCode: Int32 { ExitCode.failure }
}

extension RecordedRunError: InputFault {}
extension PageError: InputFault {}

extension TableError: InputFault {
  var obstacle: SystemFault? { if case .unwritable(_, let reason) = self { reason } else { nil } }
}

extension ResultFolderError: InputFault {
  var obstacle: SystemFault? { if case .unwritable(_, let reason) = self { reason } else { nil } }
}

extension StudyError: InputFault {
  var obstacle: SystemFault? { if case .unwritable(_, let reason) = self { reason } else { nil } }
}

extension BenchError: InputFault {
  var obstacle: SystemFault? { if case .unwritable(_, let reason) = self { reason } else { nil } }
}

extension NetworkError: InputFault {
  var obstacle: SystemFault? { if case .archive(.file(let error)) = self { error.obstacle } else { nil } }
}
