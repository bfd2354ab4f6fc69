import Foundation
import JSON5
import TestSupport
import Testing

/// `detour archive` and `detour reproduce`: results in one file, and the same results from it alone.
@Suite(.waitsForPrograms) struct ArchiveTests {
  let scratch = Scratch()

  /// Runs of all markets that read files, from folders beside each other.
  static let runs: [(scenario: String, changes: [String])] = [
    ("quickstart", ["demand.count=100", "supply.count=200", "time.duration_s=1200"]),
    ("network", []), ("services-recorded", []), ("shifts-recorded", []), ("orders-recorded", []),
    ("examples/matrices", []),
  ]

  @Test(arguments: runs.indices)
  func `a run is reproduced from its archive alone`(index: Int) throws {
    let (name, changes) = Self.runs[index]
    let scenario = SharedData.checkout.appending(path: "Scenarios/\(name).json5").path
    let set = changes.flatMap { ["--set", $0] }
    // Recorded examples have rows that are refused, with a warning.
    #expect(try Program.run(["run", scenario, "--out", "deep/run", "-q"] + set, in: scratch).status == 0)
    try Program.run("archive", "deep/run/", in: scratch).expectSuccess()
    let elsewhere = Scratch()
    try elsewhere.write(scratch.data("deep/run.detour.tar"), to: "a.tar")
    try FileManager.default.removeItem(atPath: scratch.path("deep/run"))
    let call = try Program.run("reproduce", "a.tar", in: elsewhere)
    call.expectSuccess()
    #expect(call.output.hasSuffix("verdict    reproduced, byte by byte\n"), "\(call.output)")
    #expect(!call.output.contains("timing.csv"))
    #expect(try elsewhere.names() == ["a.tar"])
  }

  /// A study of the line of `Worlds`, whose points read different tables of requests.
  private func makeStudy() throws {
    try Line.write(to: scratch)
    try FileManager.default.createDirectory(
      atPath: scratch.path("scenarios"), withIntermediateDirectories: true)
    try scratch.write(
      Line.scenario.replacing("\"drivers.csv\"", with: "\"../drivers.csv\"")
        .replacing("\"requests.csv\"", with: "\"../requests.csv\""), to: "scenarios/line.json5")
    let fewer = Line.requests.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    try scratch.write(fewer, to: "fewer.csv")
    let words = ["--vary", "demand.file=../requests.csv,../fewer.csv", "--replications", "2", "-q"]
    // Recorded travellers are the same in every replication.
    try Program.run(["sweep", "scenarios/line.json5", "--out", "study"] + words, in: scratch)
      .expectSuccess(warns: true)
  }

  @Test
  func `a study is reproduced with the files that only some points read, and any tar program unpacks it`()
    throws
  {
    try makeStudy()
    try Program.run("archive", "study", "--out", "s.tar", in: scratch).expectSuccess()
    let elsewhere = Scratch()
    try elsewhere.write(scratch.data("s.tar"), to: "s.tar")
    let call = try Program.run("reproduce", "s.tar", "--json", in: elsewhere)
    call.expectSuccess()
    let json = try #require(JSON(parsing: call.output))
    #expect(json["reproduced"] == .boolean(true))
    let files = (json["files"]?.items ?? []).compactMap { $0["file"]?.words }
    #expect(Set(files).isSuperset(of: ["manifest.json", "runs.csv", "summary.csv"]))
    #expect(!files.contains("performance.csv"))

    let unpacked = try shell("tar -xf s.tar && ls line-sweep && ls line-sweep/inputs", in: elsewhere.path(""))
    #expect(unpacked.code == 0)
    #expect(
      unpacked.output
        == "README.md\narchive.json\ninputs\nmethods.md\nresults\ndrivers.csv\nfewer.csv\nrequests.csv\nscenario\n"
    )
    #expect(try elsewhere.text("line-sweep/methods.md").hasPrefix("# Method\n"))
    // The tables are those of the study, byte for byte.
    for name in ["runs.csv", "summary.csv"] {
      #expect(try elsewhere.data("line-sweep/results/" + name) == scratch.data("study/" + name), "\(name)")
    }
    // The unpacked scenario runs where it lies.
    try Program.run("validate", "line-sweep/inputs/scenario/scenario.json5", in: elsewhere).expectSuccess()
  }

  @Test
  func `the same results give the same bytes, wherever they lie, and others a tar program packs are read`()
    throws
  {
    try makeStudy()
    try Program.run("archive", "study", "--out", "a.tar", in: scratch).expectSuccess()
    try FileManager.default.createDirectory(
      atPath: scratch.path("far/away"), withIntermediateDirectories: true)
    for name in ["scenarios", "study", "drivers.csv", "requests.csv", "fewer.csv"] {
      try FileManager.default.copyItem(atPath: scratch.path(name), toPath: scratch.path("far/away/" + name))
    }
    try Program.run("archive", "far/away/study", "--out", "b.tar", in: scratch).expectSuccess()
    #expect(try scratch.data("a.tar") == scratch.data("b.tar"))
    let packed = try shell(
      "mkdir u && tar -xf a.tar -C u && tar -czf c.tar.gz -C u line-sweep", in: scratch.path(""))
    #expect(packed.code == 0, "\(packed.output)")
    try Program.run("reproduce", "c.tar.gz", "-q", in: scratch).expectSuccess()
  }

  @Test
  func `an archive of digests needs the inputs, and refuses others`() throws {
    try makeStudy()
    try Program.run("archive", "study", "--digests-only", "--out", "s.tar", in: scratch).expectSuccess()
    #expect(!String(decoding: try scratch.data("s.tar"), as: UTF8.self).contains("origin_x"))
    try Program.run("reproduce", "s.tar", in: scratch).expectFailure(
      65, "3 input files are not in the archive")
    try Program.run("reproduce", "s.tar", "--inputs", "scenarios", "-q", in: scratch).expectSuccess()
    try scratch.write(Line.drivers.replacing("2,0,0,2000", with: "2,1,0,2000"), to: "drivers.csv")
    try Program.run("reproduce", "s.tar", "--inputs", "scenarios", in: scratch)
      .expectFailure(65, "drivers.csv: the input file has changed")
    try Program.run("reproduce", "s.tar", "--inputs", "nowhere", in: scratch)
      .expectFailure(65, "the input file does not exist in nowhere")
    try Program.run("archive", "study", "--out", "t.tar", in: scratch)
      .expectFailure(65, "drivers.csv: the input file has changed")
  }

  /// Changes a file of the archive and corrects its digests, as a forger would.
  private func forge(_ file: String, replacing old: String, with new: String, version: String? = nil) throws {
    let script = """
      import hashlib, io, json, tarfile
      old = tarfile.open("s.tar")
      files = {m.name: old.extractfile(m).read() for m in old.getmembers()}
      index = next(n for n in files if n.endswith("/archive.json"))
      name = next(n for n in files if n.endswith("/\(file)"))
      text = files[name].decode()
      assert "\(old)" in text
      files[name] = text.replace("\(old)", "\(new)").encode()
      listed = json.loads(files[index])
      listed["version"] = "\(version ?? "")" or listed["version"]
      top = index.split("/")[0]
      for entry in listed["files"]:
          data = files[top + "/" + entry["file"]]
          entry["sha256"], entry["bytes"] = hashlib.sha256(data).hexdigest(), len(data)
      files[index] = json.dumps(listed).encode()
      with tarfile.open("forged.tar", "w", format=tarfile.USTAR_FORMAT) as new:
          for name, data in files.items():
              info = tarfile.TarInfo(name); info.size = len(data); new.addfile(info, io.BytesIO(data))
      """
    try scratch.write(script, to: "forge.py")
    let call = try shell("python3 forge.py", in: scratch.path(""))
    #expect(call.code == 0, "\(call.output)")
  }

  @Test(.enabled(if: Program.hasPython))
  func `a figure that the runs do not give is named with its place`() throws {
    try makeStudy()
    try Program.run("archive", "study", "--out", "s.tar", in: scratch).expectSuccess()
    let row = try #require(try scratch.text("study/runs.csv").split(separator: "\n").dropFirst().first)
    let fields = row.split(separator: ",", omittingEmptySubsequences: false)
    let header = try #require(try scratch.text("study/runs.csv").split(separator: "\n").first)
    let place = try #require(header.split(separator: ",").firstIndex(of: "match_rate"))
    let head = fields[...place].joined(separator: ",")
    let forged = fields[..<place].joined(separator: ",") + ",0.900000"
    try forge("runs.csv", replacing: head, with: forged)
    let call = try Program.run("reproduce", "forged.tar", in: scratch)
    #expect(call.status == 1, "\(call.output)\(call.errors)")
    #expect(
      call.output.contains(
        "1 of 5 lines differ, first line 2, column match_rate: archived `0.900000`, now `\(fields[place])`"),
      "\(call.output)")
    #expect(call.output.contains("summary.csv    same"))
    #expect(call.output.hasSuffix("files differs\n") && call.output.contains("verdict    1 of "))
    // Of another version the difference may be meant.
    try forge("runs.csv", replacing: head, with: forged, version: "0.0.9")
    let other = try Program.run("reproduce", "forged.tar", in: scratch)
    #expect(other.status == 3 && other.output.contains("reproduce it with detour 0.0.9"), "\(other.output)")
  }

  @Test(.enabled(if: Program.hasPython))
  func `a damaged archive is refused with what is wrong`() throws {
    try makeStudy()
    try Program.run("archive", "study", "--out", "s.tar", in: scratch).expectSuccess()
    let whole = try scratch.data("s.tar")
    try scratch.write(whole.prefix(whole.count / 2), to: "half.tar")
    try Program.run("reproduce", "half.tar", in: scratch).expectFailure(65, "it is truncated")
    var flipped = whole
    let place = try #require(whole.range(of: Data("# Method".utf8))).lowerBound
    flipped[place] = UInt8(ascii: "!")
    try scratch.write(flipped, to: "flipped.tar")
    try Program.run("reproduce", "flipped.tar", in: scratch)
      .expectFailure(65, "`methods.md` differs from its digest")
    try Program.run("reproduce", "drivers.csv", in: scratch).expectFailure(65, "it is not a tar file")
    try forge("archive.json", replacing: "\\\"detour_archive\\\": 1", with: "\\\"detour_archive\\\": 2")
    try Program.run("reproduce", "forged.tar", in: scratch).expectFailure(65, "is an archive in version 2")
    for name in ["../out.csv", "/tmp/out.csv", "a/../../out.csv"] {
      try scratch.write(
        """
        import io, tarfile
        with tarfile.open("bad.tar", "w", format=tarfile.USTAR_FORMAT) as new:
            info = tarfile.TarInfo("\(name)"); info.size = 1; new.addfile(info, io.BytesIO(b"x"))
        """, to: "bad.py")
      #expect(try shell("python3 bad.py", in: scratch.path("")).code == 0)
      try Program.run("reproduce", "bad.tar", in: scratch).expectFailure(65, "leads out of its folder")
    }
    #expect(
      try shell(
        "ln -s x l; tar -cf l.tar l", in: scratch.path("")
      ).code == 0)
    try Program.run("reproduce", "l.tar", in: scratch).expectFailure(65, "is a link or a device")
  }

  @Test
  func `what is incomplete, changed or no result is not archived`() throws {
    try makeStudy()
    try Program.run("archive", "scenarios", in: scratch).expectFailure(65, "neither a run nor a study")
    try Program.run("run", "line.json5", "--out", "run", "-q", in: scratch).expectSuccess()
    let stops = try scratch.text("run/stops.csv")
    try scratch.write(stops + stops.split(separator: "\n")[1] + "\n", to: "run/stops.csv")
    try Program.run("archive", "run", in: scratch).expectFailure(65, "run/stops.csv: differs from its digest")
    let words = ["sweep", "line.json5", "--vary", "matching.radius_m=1,5000", "--replications", "2", "-q"]
    #expect(try Program.run(words + ["--shard", "1/2", "--out", "half"], in: scratch).status == 0)
    try Program.run("archive", "half", in: scratch).expectFailure(65, "half: 2 runs are missing")
    try scratch.write("mine", to: "mine.tar")
    try Program.run("archive", "study", "--out", "mine.tar", in: scratch)
      .expectFailure(65, "is not an archive of detour")
    #expect(try scratch.text("mine.tar") == "mine")
  }

  @Test
  func `options without effect are refused, and a policy is executed only with leave`() throws {
    try Line.write(to: scratch)
    try Program.run("run", "line.json5", "--out", "run", "-q", in: scratch).expectSuccess()
    try Program.run("archive", "run", in: scratch).expectSuccess()
    try Program.run("reproduce", "run.detour.tar", "--inputs", ".", in: scratch)
      .expectFailure(64, "--inputs has no effect")
    try Program.run("reproduce", "run.detour.tar", "--jobs", "2", in: scratch)
      .expectFailure(64, "--jobs has no effect")
    try writeExecutable("#!/bin/sh\ntouch \(scratch.path("ran"))\nexit 1\n", to: scratch.path("policy"))
    let named = Line.scenario.replacing(
      "matching: {", with: "matching: { policy: { command: [\"./policy\"] },")
    try scratch.write(named, to: "outside.json5")
    // Its results are those of another run, but the manifest names the policy.
    let manifest = try scratch.text("run/manifest.json")
    #expect(manifest.contains("\"policy\": \"two_circles\""))
    try Program.run(
      "run", "outside.json5", "--out", "outside", "-q", "--set", "supply.kind=none", "--set",
      "demand.kind=none",
      in: scratch)
    if scratch.has("outside/manifest.json") {
      try? FileManager.default.removeItem(atPath: scratch.path("ran"))
      try Program.run("archive", "outside", in: scratch).expectSuccess()
      try Program.run("reproduce", "outside.detour.tar", in: scratch).expectFailure(65, "add --allow-policy")
      #expect(!scratch.has("ran"))
    }
  }
}
