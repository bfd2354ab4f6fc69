import JSON5
import Models
import Run

extension Command {
  /// The option that allows a repeated run to execute the policy command named in its folder.
  static let allowPolicyOption = Option(
    name: "--allow-policy",
    help: "allow rerunning an external policy, which may execute arbitrary code")

  static let explain = Command(
    name: "explain", summary: "explain why a request was matched or not, attempt by attempt",
    operands: [Operand(name: "RUN", kind: .folder), Operand(name: "REQUEST")],
    options: [
      Option(
        name: "--drivers", value: "N", kind: .number, help: "the number of drivers to show per attempt",
        standard: "5"),
      allowPolicyOption, jsonOption("the account"),
    ],
    discussion: """
      RUN is a result folder, REQUEST the id of a request. The run is repeated from its manifest, and for each attempt
      the drivers closest to being candidates are listed, each with the reason for its rejection.
      """,
    example: "detour explain Results/quickstart 17"
  ) { arguments, command in
    let shown = try arguments.wholeOrStandard("--drivers")
    let run = try RecordedRun(folder: arguments.operands[0])
    let id = arguments.operands[1]
    let account = try run.account(
      ofRequest: id, showing: shown, allowsPolicy: arguments.has(allowPolicyOption.name))
    let head: [JSON.Member] = [
      .init("run", .text(arguments.operands[0])), .init("market", .text(run.market.name)),
      .init("id", .text(id)),
    ]
    let lines = account.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      JSON.text(String($0))
    }
    return arguments.show(
      .object(head + account.members + [.init("lines", .list(lines))]), as: .explain, or: account.text)
  }
}
