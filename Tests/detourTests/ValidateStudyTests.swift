import Testing

@Suite(.waitsForPrograms) struct ValidateStudyTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  private func write(_ vary: String, set: String = "", precision: String = "null") throws {
    try scratch.write(
      """
      {
        scenario: "../town.json5",
        set: [\(set)],
        vary: [\(vary)],
        precision: \(precision),
        replications: 5,
      }
      """, to: "studies/s.json5")
  }

  @Test
  func `a study without faults is told with its points and runs`() throws {
    try write("{ field: 'matching.radius_m', from: 100, to: 500, count: 3 }")
    let call = try Program.run("validate", "studies/s.json5", in: scratch)
    call.expectSuccess()
    #expect(
      call.output
        == "studies/s.json5: no faults\npoints    3\nruns      15\ndrivers   300\nrequests  300\n")
    try write("{ field: 'matching.policy', values: ['first'] }", precision: "{}")
    let open = try Program.run("validate", "studies/s.json5", in: scratch)
    #expect(open.output.contains("\nruns      at least 5\n"))
    #expect(try Program.run("validate", "studies/s.json5", "--quiet", in: scratch).output == "")
  }

  @Test
  func `every fault has its place in the study file`() throws {
    try write("{ field: 'matching.radus_m', values: [1] }, { field: 'seed', from: 2, to: 1 }")
    try Program.run("validate", "studies/s.json5", in: scratch).expectFailure(
      65, "studies/s.json5:4:19: vary[0]: `matching.radus_m` is not a field of a scenario; did you mean",
      "studies/s.json5:4:77: vary[1]: the range 2:1 of `seed` is empty")
    try write("{ field: 'matching.radius_m', values: [1, -2] }", set: "'matching.spacing_m=-1'")
    for command in ["validate", "sweep"] {
      try Program.run(command, "studies/s.json5", in: scratch).expectFailure(
        65, "studies/s.json5:3:9: matching.spacing_m: found -1, which is out of range")
    }
    try write("{ field: 'matching.radius_m', values: [1, -2] }")
    try Program.run("validate", "studies/s.json5", in: scratch).expectFailure(
      65, "studies/s.json5:4:52: matching.radius_m: found -2, which is out of range; give a number from 0")
    try write("{ field: 'name', values: ['a', 'b'] }")
    try Program.run("validate", "studies/s.json5", in: scratch).expectFailure(
      65, "studies/s.json5:4:9: vary: the points name = a and name = b give identical runs")
    try write("", precision: "{ of: 'luck' }")
    try Program.run("validate", "studies/s.json5", in: scratch).expectFailure(
      65, "studies/s.json5:5:20: precision.of: `luck` is not a figure")
    try scratch.write(Town.scenario.replacing("columns: 25", with: "columns: -25"), to: "town.json5")
    try write("")
    try Program.run("validate", "studies/s.json5", in: scratch).expectFailure(
      65, "studies/../town.json5:5:35: space.columns: found -25")
  }
}
