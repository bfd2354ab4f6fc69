import Pages

extension Command {
  static let report = Command(
    name: "report", summary: "make a page of a run, a study or benchmarks, to be opened in a browser",
    operands: "FOLDER", operandCount: 1...1,
    options: [
      Option(name: "--out", value: "FILE", help: "the page; FOLDER.html, beside the folder"),
      Option(
        name: "--stories", value: "N",
        help: "of how many passengers of a run to tell who came near; 2,000, a seeded share of them"),
    ],
    example: "detour report Results/quickstart"
  ) { arguments, command in
    var limits = RunPage.Limits()
    if let stories = try arguments.unsigned("--stories", command: command) {
      limits.stories = Int(clamping: stories)
    }
    let folder = arguments.operands[0]
    let out = arguments.value("--out") ?? folder + ".html"
    try RunPage(folder: folder, limits: limits).page.write(to: out)
    print(out)
    return ExitCode.success
  }
}
