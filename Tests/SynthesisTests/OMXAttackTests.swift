import CHDF5
import CarpoolScenario
import Foundation
import Scenario
import Tables
import TestSupport
import Testing

@testable import Synthesis

/// Files of matrices that claim too much, or that lead elsewhere.
@Suite(.enabled(if: detour_hdf5_is_there() != 0, "needs libhdf5"))
struct OMXAttackTests {
  @Test(arguments: [
    ("empty", "matrix m is empty: it has no zones"),
    ("2^59", "matrix m of 576460752303423488 zones requires more than"),
    ("2^31", "matrix m of 2147483648 zones requires more than"),
    ("sparse", "matrix m of 60000 zones requires more than"),
    ("link", "data/m lies in another file"), ("group link", "data lies in another file"),
    ("storage", "data/m lies in another file"), ("virtual", "data/m lies in another file"),
  ])
  func isRefusedInASentence(name: String, sentence: String) throws {
    let problems = try problems(name)
    #expect(problems.count == 1 && problems[0].hasPrefix(sentence), "\(problems)")
  }

  /// A file may be small and hold much: the limit is the user's.
  @Test func theLimitOfBytesHoldsForTheMatrixInMemory() throws {
    #expect(
      try problems("lookups", limit: InputLimit(bytes: 71), lookup: "small").first?.contains("71 bytes")
        == true)
    #expect(try problems("lookups", limit: InputLimit(bytes: 1_000), lookup: "small") == [])
    let cells = try problems("lookups", limit: InputLimit(bytes: 100), lookup: "small")
    #expect(cells.count == 1 && cells[0].contains("there are 5 cells with trips"), "\(cells)")
  }

  @Test func aNamedPipeIsNotWaitedFor() throws {
    let folder = try TemporaryFolder([:])
    let path = folder.path + "/p.omx"
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: OMXError.self) { _ = try OMXFile(contentsOf: path) }
    #expect(error?.problems.first?.sentence.contains("named pipe") == true)
  }

  /// Doubles would make 9007199254740993 and 9007199254740992 one zone.
  @Test(arguments: [
    ("big", ["9007199254740993", "-7", "9007199254740992"]),
    ("bits", ["18446744073709551615", "7", "9223372036854775808"]),
    ("small", ["101", "7", "55"]), ("point", ["101", "7.5", "55"]),
  ])
  func lookupsAreExact(lookup: String, zones: [String]) throws {
    let folder = try TemporaryFolder([:])
    let path = try write("lookups", to: folder.path)
    #expect(try OMXFile(contentsOf: path).names(ofZones: 3, lookup) == zones)
  }

  @Test func namesWithLineFeedsStayInTheirLine() throws {
    let problems = try problems("names", layers: nil)
    #expect(problems == ["the file has the matrices a\\u{A}b, c; name those with the trips (`layers`)"])
  }

  private func problems(
    _ name: String, limit: InputLimit = .usual, layers: String? = "m", lookup: String? = nil
  ) throws -> [String] {
    let folder = try OMXTests().folder()
    let path = try write(name, to: folder.path)
    try Data(repeating: 1, count: 72).write(to: URL(filePath: folder.path + "/numbers"))
    let layers = layers.map { [Scenario.MatrixTrips.Layer(name: $0)] }
    do throws(OMXError) {
      _ = try OMXFile(contentsOf: path, limit: limit).cells(of: layers, lookup: lookup, between: nil)
      return []
    } catch { return error.problems.map(\.sentence) }
  }

  private func write(_ name: String, to folder: String) throws -> String {
    let path = folder + "/attack.omx"
    try PackedFile.write(try #require(Self.files[name]), to: path)
    return path
  }

  /// Files that h5py wrote, packed. `link`, `group link` and `virtual` lead to m.omx, `storage` to the file numbers.
  private static let files = [
    "empty": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwoaOFH5MPkEKM0IpTug9AommDgjWE4CKi4INR9dXUiQqytI9X80ALPnASuE5mAYBSMReLg6BoDoCCgf
    lkpPMKGqS0ksSUROjx4U2osr/XowQ/gZrMSlXwuO0fQ7mn4x028HK6q6XLTylNL0G+zn7wJKwbB0p8CMZj5aOh4FuMoBVkiYMcL4GhCaiRGrevRygBlYgoBU
    CirYQ+PCgcGEm8HkPzT8WYGiIHkmZoiBHNASh5mJGWaEA1gTvAipGNDwQE9XGuyjaYQcAABm/OljgAkAAA==
    """,
    "2^59": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwoaOFH5MPkEKM0IpTug9AommDgjWE4CKi4INR9dXUiQqytI9X80ALPnASuE5mAYBSMReLg6BoDoCCgf
    lkpPMKGqS0ksSUROjx4U2osr/XowQ/gZrMSlXwuO0fQ7mn4x028HK6q6XLTylNL0G+zn7wJKwbB0p8CMZj5aOh4FuMoBVkiYMcL4GhCaiRFZGQcumhlYgoBU
    CirYQwUdGEy4GUz+Q8OfFSgKkmdihhjIAS1xmJmYYUUJI9R2qJkVAxoe6OlKg300jZADAKm2AmKACQAA
    """,
    "2^31": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwoaOFH5MPkEKM0IpTug9AommDgjWE4CKi4INR9dXUiQqytI9X80ALPnASuE5mAYBSMReLg6BoDoCCgf
    lkpPMKGqS0ksSUROjx4U2osr/XowQ/gZrMSlXwuO0fQ7mn4x028HK6q6XLTylNL0G+zn7wJKwbB0p8CMZj5aOh4FuMoBVkiYMcL4GhCaCRaSDA34aGZgCQJS
    KahgD40LBwYTbgaT/9DwZwWKguSZmCEGckBLHGYmZlhRwgi1HRqVFQMaHujpSoN9NI2QAwBWGOtsgAkAAA==
    """,
    "sparse": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwoaOFH5MPkEKM0IpTug9AommDgjWE4CKi4INR9dXUiQqytI9X80ALPnASuE5mAYBSMReLg6BoDoCCgf
    lkpPMKGqS0ksSUROjx4U2osr/XowQ/gZrMSlXwuO0fQ7mn4x028HK6q6XLTylNL0G+zn7wJKwbB0p8CMZj5aOh4FuMoBVkiYMcL4GhCaCSKQ8IoBL80MLEFA
    KgUV7KFx4cBgws1g8h8a/qxAUZA8EzPEQA5oicPMxAwrSlJAxRuiCKkY0PBAT1ca7KNphBwAANRGvIKACQAA
    """,
    "link": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwoq2FH5MPkEKM0IpTug9AommDgjWE4CKi4INR9dXUiQqytI9X80ALPnASuE5mAYBSMReLg6BoDoCCgf
    lkpPMKGqS0ksSUROjx4U2ssIzBHI6VcAarMGND8EMCCnXwac6XcUjKZf5PQLK8c6WNHTG2q6ohQE+/m7gEpgmH0KzKj2eED5GayjcYQPMMFLAOw5nAsYwoxI
    6tmg6hk5HBhzgUVGrl5+bgWDPqh40nf0ZWAAAPl8I/14BwAA
    """,
    "group link": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwoKmFH5MPkEKM0IpTug9AommDgLWE4CKi4ANV8Bal4AVDwkyNUV2Xx0e0bByAYero7gpBIB5XNA6RNM
    qOpg6TCASvYywVMu9pTJBXQJI5J6Nqh6Rg4HlpTEkkReBoZcvfzcCgZ9EI+BAQDORKUncAMAAA==
    """,
    "storage": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwoOcKLyYfIJUJoRSndA6RVMMHFGsJwEVFwQaj66upAgV1eQ6v9oAGbPA1YIzcEwCkYi8HB1DADREVA+
    LJWeYEJVl5JYkoicHj0otBdX+vVghvAzWIlLvxUco+l3NP1ipt8OVlR1uWjlKaXpN9jP3wWUgmHpToEZzXy0dDwKcJUDbJAwY4TxNSA0E0QAGox4aAmwVkEF
    e2hcODCYcDOY/IcqYAWKguSZmCAGsgPNZ4RaB4o/CxzlByx9cEBLKGZGWMnjgUMlddOzAlp6jkBzYF5pblJqUTE8vQngSJca7KNpjBwAAK+tB1vACQAA
    """,
    "virtual": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwoaJFH5MPkEKM0IpTug9AommDgjWE4CKi4INR9dXUiQqytI9X80ALPnASuE5mAYBSMReLg6BoDoCCgf
    lkpPMKGqS0ksSUROjx4U2osr/XowQ/gZrMSlXwuJ0fQ7mn4x028HK6q6XLTylNL0G+zn7wJKwbB0p8CMZj5aOh4FuMoBNkiYMcL4GhCaCSIADUY8tARYq6CC
    PTQuHBhMuBlM/kMVsAJFQfJMzBADOaAphIXZggM5xoSgukG8+c+5sxkYCgYkPNyd/X0YkRIyLD0FM6Al4Fy9/NwKcLGs7+gLDg5GJGOYkPgSaHyYPAi31MVe
    QLG/g380TY6CUTAKRsEoGAWjYBSMglEwCkbBKBgFtAbo40oa7KNhQg4AANmMGNSAGQAA
    """,
    "lookups": PackedFile.lookups,
    "names": """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwomCKHyYfIJUJoRSndA6RVMMHFGsJwEVFwQaj66upAgV1eQ6v9oAO4QqLM4GEbBSAQero4BIDoCNTkw
    nGBCVZeSWJKInB49KLSXkYEVYhYjjK8BoZkgAjDrcdHMwJQPUimoYA9Nuw4MJtwMJv+ZIfKsQFGQPBMTxEAOaE5hZoQldQU0F1UMaDzgys8RLFDXsRGXnz0E
    UeNxFIzs/AxLTzPYUNUlciWB6WS0esaBxvmZGSMfU5qfFaD52WBQ5edRMApGwSgYBaNgFIw8EOzn7wJq0cP61QYsqO0s9Hb9KMAXjkzwcFRgxq8e1u/5MBqu
    KAAAFijqDpASAAA=
    """,
  ]
}
