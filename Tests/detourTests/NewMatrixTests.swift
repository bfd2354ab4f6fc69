import Foundation
import Tables
import Testing

/// The lists of zone names from which `detour new` chooses in an OMX file.
@Suite(.waitsForPrograms) struct NewMatrixTests {
  let scratch = Scratch()

  /// The file with several lists of zone names that OMXAttackTests describes: one matrix of three zones, which the list `small`
  /// calls 101, 7 and 55.
  private static let lookups = """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwpOSKLyYfIJUJoRSndA6RVMMHFGsJwEVFwQaj66upAgV1eQ6v9oAO4QARRqFIww4OHqGACiI6B8WHo6
    wYSqLiWxJBFE5+TnZ5cWINKlA5n2MjKwQsxghPE1IDQTRIAZqg43LQHWKqhgz8ABdYkJN4PJf6gCVqAoSJ6JCWIgB9RnzIxQ5QweaC6qGNB4wJWfI1igrmMj
    Lj97CEJojtGkPZqfkcr1GWyo6nLR6hcPitMven6GpGRGRlz5WQCsVICDAZ5/8edbDw7UEgoGJgyBWFGBFpN2UNoFrdg0wVGMijhAQk+B4SdKPleA5392VA0N
    qQzsDOZAxiknBoYPQFNjnEbzxCgYBaNgFIyCUUAvEOzn78LIwARvhxuwoLa30Nv1sHbaBCFUdTug/BsiIzkc4Z02BgXm0bRFzf4levoi1L8MEMXeCh8FI7N/
    qQGlf6CVT0mZ6VC6pBhEF+cm5uQA6YL8zLwSpPLNgKRygAVeDnxgw68e3u8Vw69OAVbOEkjQMOkV4kO9HCCzn85AbD89YUj10ykJDyaklIY7PCqg4cE2TMMD
    Ng4rz8ACzVHiHAzi9VB53OFSBw0XHjQXdAyq8AAAkq7a2cgZAAA=
    """

  @Test
  func `of several lists of zone names in an OMX file one is chosen`() throws {
    let base64 = Self.lookups.split(whereSeparator: \.isWhitespace).joined()
    try scratch.write(try #require(Data(base64Encoded: base64)), to: "m.omx.gz")
    let unpacked = try FileBytes(contentsOf: scratch.path("m.omx.gz"))
    try unpacked.withSpan { span in try scratch.write(Data((0..<span.count).map { span[$0] }), to: "m.omx") }
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
