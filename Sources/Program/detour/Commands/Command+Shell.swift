import Foundation
import Study
import Tables

extension Command {
  static let completions = Command(
    name: "completions", summary: "print a completion script for a shell",
    operands: [Operand(name: "SHELL", kind: .words(Completions.allCases.map(\.rawValue)))],
    discussion: """
      bash detour completions bash > ~/.local/share/bash-completion/completions/detour
      zsh  detour completions zsh > ~/.zfunc/_detour (fpath must have ~/.zfunc)
      fish detour completions fish > ~/.config/fish/completions/detour.fish

      Commands, options, fixed values, fields, figures, files and folders are completed where they
      apply.
      """,
    example: "detour completions bash"
  ) { arguments, command in
    guard let shell = Completions(rawValue: arguments.operands[0]) else {
      preconditionFailure("the words of the operand are those of the shells")
    }
    print(shell.script, terminator: "")
    return ExitCode.success
  }

  static let man = Command(
    name: "man", summary: "print a manual page, or write all pages",
    operands: [Operand(name: "COMMAND", kind: .command, count: 0...1)],
    options: [
      Option(
        name: "--out", short: "-o", value: "DIR", kind: .folder,
        help: "write detour.1, detour-run.1 and so on to this folder")
    ],
    discussion: """
      Without COMMAND, the page of the program is printed. Pages are in the format of man(1); to read one directly:
      `detour man run | man -l -`.
      """,
    example: "detour man run"
  ) { arguments, command in
    guard let folder = arguments.value("--out") else {
      print(
        (arguments.operands.first.flatMap(named).map(ManualPage.init(of:)) ?? .overview).text, terminator: "")
      return ExitCode.success
    }
    guard arguments.operands.isEmpty, !folder.isEmpty else {
      throw command.misuse("--out DIR writes all pages: give the folder only")
    }
    // If this fails, so does the writing below, which reports it.
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for page in ManualPage.all {
      let file = "\(folder)/\(page.name).1"
      try OwnFile.check(file, for: "a page") { $0.holds(".TH DETOUR") }
      try AtomicFile.write(page.text, to: file)
    }
    return ExitCode.success
  }
}

extension Command {
  static let progress = Command(
    name: "progress", summary: "show the progress of a study, wherever it is running",
    operands: [Operand(name: "DIR", kind: .folder, count: 1...100_000)],
    options: [jsonOption("the progress")],
    discussion: """
      DIR is the folder of a study, with or without --slurm; or give the folders of its shards. Only these folders are
      read, so the command works on any machine with access to them; Slurm's squeue is also queried if available. The
      pace is measured over the last ten minutes.
      """,
    example: "detour progress Results/radius"
  ) { arguments, _ in
    let status = try StudyStatus(arguments.operands)
    return arguments.show(status.json, as: .progress, or: status.text)
  }
}
