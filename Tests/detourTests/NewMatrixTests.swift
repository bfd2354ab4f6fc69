import TestSupport
import Testing

/// The lists of zone names from which `detour new` chooses in an OMX file.
@Suite(.waitsForPrograms) struct NewMatrixTests {
  let scratch = Scratch()

  @Test
  func `of several lists of zone names in an OMX file one is chosen`() throws {
    try PackedFile.write(PackedFile.lookups, to: scratch.path("m.omx"))
    try scratch.write("order,small,x,y\n1,101,0.01,0.01\n2,7,0.03,0.02\n3,55,0.02,0.04\n", to: "zones.csv")
    let words = ["new", "town", "--requests", "m.omx", "--zones", "zones.csv"]
    try Program.run(words, in: scratch).expectFailure(
      65,
      "m.omx: the file has the lookups big, bits, point, small; choose the one with the zone names with --lookup\n"
    )
    try Program.run(words + ["--lookup", "smal"], in: scratch).expectFailure(
      65, "m.omx: there is no lookup smal; the file has the lookups big, bits, point, small")
    let call = try Program.run(words + ["--lookup", "small"], in: scratch)
    call.expectSuccess()
    #expect(call.output.contains("warning    zones.csv: unknown column `order` is ignored\n"))
    #expect(call.output.contains("zones are named by the column small of zones.csv"))
    #expect(
      try scratch.text("town/scenario.json5").contains(
        "zone_name: \"small\", spread_m: 500, lookup: \"small\""))
    try Program.run("run", "town/scenario.json5", "--out", "run", "--quiet", in: scratch)
      .expectSuccess(warns: true)
    try Program.run("new", "x", "--requests", "zones.csv", "--lookup", "small", in: scratch).expectFailure(65)
    try scratch.write("origin,destination,number\n101,7,5\n", to: "counted.csv")
    try Program.run(
      "new", "x", "--requests", "counted.csv", "--zones", "zones.csv", "--lookup", "small", in: scratch
    ).expectFailure(65, "--lookup applies only to an OMX file, but counted.csv is a table")
  }
}
