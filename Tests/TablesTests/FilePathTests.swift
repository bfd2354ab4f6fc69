import Testing

@testable import Tables

@Suite struct FilePathTests {
  @Test(arguments: [
    ("/a/b", "/a/b", "."), ("/a/b", "/a/c/d", "../c/d"), ("/a", "/a/b", "b"), ("/a/b/c", "/", "../../.."),
  ])
  func theWayLeadsFromFolderToFolder(start: String, goal: String, way: String) {
    #expect(FilePath.way(from: start, to: goal) == way)
  }

  @Test func theFolderOfAFileIsWhatStandsBeforeItsName() {
    #expect(["a/b.csv", "b.csv", "/b.csv"].map(FilePath.folder) == ["a", "", "/"])
  }
}
