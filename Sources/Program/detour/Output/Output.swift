import JSON5
import Quoting

/// The output of a command with `--json`: its form, and its name in `detour schema --json-output`.
struct Output: Sendable {
  /// The command, with its verb after a dash: `network-route`.
  let name: String
  /// The meaning, as a sentence.
  let meaning: String
  let form: Form

  init(_ name: String, _ meaning: String, _ form: Form) {
    self.name = name
    self.meaning = meaning
    self.form = form
  }

  /// All outputs, in the order of the commands.
  static let all: [Output] = [
    run, sweep, sweepOnly, tune, calibrate, sample, merge, progress, compare, analyse, plot, report, validate,
    explain,
    columns,
    networkImport, networkInfo, networkRoute, networkPairs, networkPrepare, bench, benchList, benchCompare,
    benchResults,
    benchHistory, benchRace, benchSelfTest,
  ]

  /// The JSON Schema of the output.
  var schema: JSON { form.schema(of: name.replacingScalars(["-": " "]), meaning) }
}

/// Writes `json`, the output of a command, to standard output.
func print(json: JSON, as output: Output) {
  assert(
    output.form.fault(in: json) == nil, "the output of \(output.name): \(output.form.fault(in: json) ?? "")")
  Outlet.output.write(json)
}

extension Arguments {
  /// Prints `json` if JSON was requested, otherwise `text`; returns the exit code for success.
  func show(_ json: @autoclosure () -> JSON, as output: Output, or text: @autoclosure () -> String) -> Int32 {
    if has("--json") { print(json: json(), as: output) } else { print(text(), terminator: "") }
    return ExitCode.success
  }
}

extension Form {
  /// A mean with the limits of its 95 % interval, as members.
  static let interval: [Member] = [
    Member("mean", .optional(.number), "the mean over the runs"),
    Member("lower", .optional(.number), "the lower end of its interval"),
    Member("upper", .optional(.number), "the upper end of its interval"),
  ]

  /// The values of the varied fields, as they were given.
  static let settings = Form.map(.text)

  /// Returns the form of a value or of the reason it is missing.
  static func orAbsent(_ form: Form) -> Form {
    .either([form, .object([Member("absent", .text, "why the study does not allow it")])])
  }
}
