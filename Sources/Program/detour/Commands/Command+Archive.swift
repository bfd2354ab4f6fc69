import Foundation
import JSON5
import Quoting
import Tables

extension Command {
  static let archive = Command(
    name: "archive", summary: "pack a run or a study into one file from which it can be reproduced",
    operands: [Operand(name: "FOLDER", kind: .folder)],
    options: [
      Option(
        name: "--out", short: "-o", value: "FILE", kind: .file(["tar"]),
        help: "the archive; default FOLDER.detour.tar"),
      Option(
        name: "--digests-only",
        help:
          "pack only the SHA-256 digests of the input files, for instance if they may not be passed on"),
      jsonOption("the archive's location and content"), quietOption,
    ],
    discussion: """
      FOLDER is a result folder written by `detour run` or `detour sweep`. The archive is a tar file with the
      scenario, the input files or their digests, the manifest, the machine-independent tables, the versions, and a
      draft of a method section. The same results give the same bytes. Before the archive is written, the tables are
      verified, the input files are compared with those used, and the ids of all runs are recomputed from the archive
      alone. The code of external policies is not packed.
      """,
    example: "detour archive Results/quickstart"
  ) { arguments, command in
    var folder = arguments.operands[0]
    while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    let output = arguments.value("--out") ?? folder + ".detour.tar"
    guard !output.isEmpty, output.utf8.last != UInt8(ascii: "/") else {
      throw command.misuse("--out \(output): give a file name, such as study.detour.tar")
    }
    try OwnFile.check(output, for: "an archive") { $0.holds("\"detour_archive\":") }
    let archive = try ArchivePacker(folder: folder, packsInputs: !arguments.has("--digests-only")).archive()
    try archive.write(to: output)
    let size = try FileManager.default.attributesOfItem(atPath: output)[.size] as? Int ?? 0
    if arguments.has("--json") {
      let members: [JSON.Member] = [
        .init("archive", .text(output)), .init("kind", .text(archive.kind.rawValue)),
        .init("name", .text(archive.name)), .init("version", .text(archive.madeBy)),
        .init("bytes", .integer(size)), .init("inputs", .integer(archive.inputs.count)),
        .init("packs_inputs", .boolean(archive.packsInputs)),
        .init("results", .list(archive.resultNames.map { .text($0) })),
      ]
      print(json: .object(members), as: .archive)
    } else if !arguments.has("--quiet") {
      print(
        "\(archive.kind.rawValue.padded(to: 10)) \(archive.name.visible), by detour \(archive.madeBy.visible)"
      )
      print("results    \(archive.resultNames.count) files")
      print("inputs     \(archive.inputWords)")
      print("archive    \(output)")
    }
    return ExitCode.success
  }

  static let reproduce = Command(
    name: "reproduce", summary: "run an archive again and compare the results byte by byte",
    operands: [Operand(name: "FILE", kind: .file(["tar"]))],
    options: [
      Option(
        name: "--inputs", value: "DIR", kind: .folder,
        help: "the scenario's folder, for an archive without input files"),
      allowPolicyOption, jobsOption, jsonOption("the comparison of each file"), quietOption,
    ],
    discussion: """
      FILE is an archive written by `detour archive`. Every file in it is verified first. All members of the manifest
      are compared, except the versions and the scenario's folder. Exit code 0: reproduced byte by byte. 1: results
      differ. 3: results differ, but the archive was made by another version of detour, so the cause may be a change
      between versions. The last digit of coordinates may differ between kinds of processors.
      """,
    example: "detour reproduce Results/quickstart.detour.tar"
  ) { arguments, command in
    let file = arguments.operands[0]
    let archive = try ResultArchive(contentsOf: file)
    let inputs = arguments.value("--inputs")
    if inputs != nil, archive.packsInputs || archive.inputs.isEmpty {
      throw command.misuse(
        "--inputs has no effect: \(archive.inputs.isEmpty ? "the scenario reads no files" : "the archive has its input files");"
          + " leave it out")
    }
    let jobs = try arguments.count("--jobs", 1...4096)
    if jobs != nil, archive.kind == .run {
      throw command.misuse("--jobs has no effect: the archive contains a single run; leave it out")
    }
    let bar = ProgressBar(isQuiet: arguments.has("--quiet") || arguments.has("--json"))
    defer { bar.clear() }
    let reproduction = try ArchiveReproduction(
      archive, file: file, inputs: inputs, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      allowsPolicy: arguments.has(allowPolicyOption.name))
    let comparisons = try reproduction.comparisons(bar)
    bar.clear()
    let verdict = ReproductionVerdict(archive, comparisons)
    if arguments.has("--json") {
      print(json: verdict.json(file: file), as: .reproduce)
    } else if !arguments.has("--quiet") {
      print(verdict.text(file: file), terminator: "")
    }
    return verdict.exitCode
  }
}

extension ResultArchive {
  /// The number of input files, and whether they are packed.
  var inputWords: String {
    inputs.isEmpty ? "none" : "\(inputs.count) \(packsInputs ? "packed" : "by digest only")"
  }
}

/// The outcome of a reproduction.
struct ReproductionVerdict {
  private let archive: ResultArchive
  private let comparisons: [FileComparison]

  init(_ archive: ResultArchive, _ comparisons: [FileComparison]) {
    self.archive = archive
    self.comparisons = comparisons
  }

  private var isReproduced: Bool { comparisons.allSatisfy(\.isSame) }

  private var isOfThisVersion: Bool { archive.madeBy == Detour.version }

  var exitCode: Int32 {
    isReproduced ? ExitCode.success : isOfThisVersion ? ExitCode.failure : ExitCode.cannotTell
  }

  private var words: String {
    if isReproduced { return "reproduced, byte by byte" }
    let count = comparisons.count { !$0.isSame }
    let differs = "\(count) of \(comparisons.count) files \(count == 1 ? "differs" : "differ")"
    return isOfThisVersion
      ? differs
      : differs
        + "; reproduce it with detour \(archive.madeBy.visible) to see whether the version is the cause"
  }

  func text(file: String) -> String {
    var lines = [
      "archive    \(file)",
      "\(archive.kind.rawValue.padded(to: 10)) \(archive.name.visible), by detour \(archive.madeBy.visible)"
        + (isOfThisVersion ? "" : "; this is \(Detour.version)"),
      "inputs     \(archive.inputWords)",
    ]
    let width = (comparisons.map { $0.file.visible.count }.max() ?? 0) + 2
    for (number, comparison) in comparisons.enumerated() {
      let label = number == 0 ? "files" : ""
      lines.append(
        "\(label.padded(to: 11))\(comparison.file.visible.padded(to: width))\(comparison.sentence)")
    }
    lines.append("verdict    \(words)")
    return lines.joined(separator: "\n") + "\n"
  }

  func json(file: String) -> JSON {
    .object([
      .init("archive", .text(file)), .init("kind", .text(archive.kind.rawValue)),
      .init("name", .text(archive.name)), .init("version", .text(archive.madeBy)),
      .init("this_version", .text(Detour.version)), .init("reproduced", .boolean(isReproduced)),
      .init(
        "files",
        .list(
          comparisons.map {
            .object([
              .init("file", .text($0.file)), .init("same", .boolean($0.isSame)),
              .init("finding", .text($0.sentence)),
            ])
          })),
      .init("verdict", .text(words)),
    ])
  }
}
