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

  @Test(arguments: [
    ("a", "b.csv", "a/b.csv"), ("a/", "b.csv", "a/b.csv"), ("", "b.csv", "b.csv"), ("/", "b.csv", "/b.csv"),
    ("a", "/b.csv", "/b.csv"), ("a", "../b.csv", "a/../b.csv"),
  ])
  func `a file is found from its folder, or from the root where it says so`(
    folder: String, file: String, path: String
  ) {
    #expect(FilePath.path(of: file, in: folder) == path)
  }
}
