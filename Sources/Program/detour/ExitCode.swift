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
  /// A comparison is inconclusive: too few runs, or too much noise.
  static let cannotTell: Int32 = 3
  static let usage: Int32 = 64
  static let badInput: Int32 = 65
}

/// An error in the input, whose description gives the fault, its position, and what is expected.
protocol InputFault: Error, CustomStringConvertible {
  /// The reason something could not be written; nil for other errors.
  var obstacle: SystemFault? { get }
  /// The program's exit code for this error.
  var exitCode: Int32 { get }
}

extension InputFault {
  var obstacle: SystemFault? { nil }

  /// A full, read-only or failing device, or a folder without permission, is not a fault of the input: the run
  /// failed.
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
  /// If the command does not exist, the input is at fault; otherwise the policy made the run fail.
  var exitCode: Int32 { isOfInput ? ExitCode.badInput : ExitCode.failure }
}

/// An invalid reply from a learner makes the episode fail; no file is at fault.
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
