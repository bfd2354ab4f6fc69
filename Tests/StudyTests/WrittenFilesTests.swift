import Foundation
import Tables
import TestSupport
import Testing

@testable import Study

/// What stands at the top of a study's folder and was changed by hand stays.
struct WrittenFilesTests {
  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func put(_ content: [String: String], in folder: String) throws(StudyError) {
    try WrittenFiles(study: folder).write(
      content.sorted { $0.key < $1.key }.map { name, text in
        (name, { path throws(TableError) in try AtomicFile.write(text, to: path) })
      })
  }

  @Test
  func `a file that was changed by hand is not overwritten, and one that was not is`() throws {
    try withScratchFolder { folder in
      try put(["runs.csv": "a", "settings.json5": "{}"], in: folder)
      try put(["runs.csv": "b", "settings.json5": "{}"], in: folder)
      #expect(try text("runs.csv", in: folder) == "b")
      try write("{} // mine", to: folder + "/settings.json5")
      let refusal = StudyError.changedByHand(file: folder + "/settings.json5")
      #expect(throws: refusal) { try put(["runs.csv": "c", "settings.json5": "{1}"], in: folder) }
      #expect(throws: refusal) { try WrittenFiles(study: folder).check() }
      // Neither of them has changed.
      #expect(try text("runs.csv", in: folder) == "b")
      #expect(try text("settings.json5", in: folder) == "{} // mine")
      // Moved away, it is no obstacle.
      try FileManager.default.moveItem(
        atPath: folder + "/settings.json5", toPath: folder + "/mine.json5")
      try put(["runs.csv": "c", "settings.json5": "{1}"], in: folder)
      #expect(try text("settings.json5", in: folder) == "{1}")
      #expect(try names(in: folder) == [".work", "mine.json5", "runs.csv", "settings.json5"])
      #expect(try names(in: folder + "/.work") == ["written", "written.lock"])
    }
  }

  @Test
  func `a file of the name that somebody has put there is not overwritten, unless it is the same`() throws {
    try withScratchFolder { folder in
      try put(["runs.csv": "a"], in: folder)
      try write("mine", to: folder + "/calibrated.json5")
      #expect(throws: StudyError.changedByHand(file: folder + "/calibrated.json5")) {
        try put(["calibrated.json5": "ours"], in: folder)
      }
      try put(["calibrated.json5": "mine"], in: folder)
      try put(["calibrated.json5": "ours"], in: folder)
      #expect(try text("calibrated.json5", in: folder) == "ours")
    }
  }

  @Test
  func `a process that was killed between two files leaves nothing that is refused`() throws {
    try withScratchFolder { folder in
      try put(["a.csv": "1", "b.csv": "1"], in: folder)
      let before = try text(".work/written", in: folder)
      try put(["a.csv": "2", "b.csv": "2"], in: folder)
      let after = try text(".work/written", in: folder)
      // As it stands before the first of them has its name, and behind it.
      try write(before + after, to: folder + "/.work/written")
      try write("1", to: folder + "/b.csv")
      try WrittenFiles(study: folder).check()
      try put(["a.csv": "3", "b.csv": "3"], in: folder)
      #expect(try text("b.csv", in: folder) == "3")
    }
  }
}
