import Foundation
import Testing

@testable import Tables

struct SystemFaultTests {
  @Test(arguments: [ENOSPC, EDQUOT, EFBIG, EIO, EROFS, EACCES, EPERM, EMFILE, ENFILE, ENOMEM])
  func `what no other path would have mended is the machine's fault`(number: Int32) {
    let fault = SystemFault(number: number).preceded(by: "the folder a cannot be created: ")
    #expect(
      fault.isOfDevice
        && fault.words == "the folder a cannot be created: \(String(cString: strerror(number)))")
  }

  @Test(arguments: [ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG])
  func `a path that cannot be is the fault of who gave it`(number: Int32) {
    #expect(!SystemFault(number: number).isOfDevice)
  }

  @Test
  func `folders are made with those above them, and one that is there is enough`() throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "folders-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: base) }
    for path in ["\(base)/a/b/c", "\(base)/a/b/c/", "\(base)/a", base] {
      try FileSystem.makeFolder(path)
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
    }
    try Data().write(to: URL(filePath: base + "/file"))
    for (path, reason) in [("\(base)/file", "File exists"), ("\(base)/file/x", "Not a directory")] {
      let fault = #expect(throws: SystemFault.self) { try FileSystem.makeFolder(path + "/") }
      #expect(fault?.words == "the folder \(path) cannot be created: \(reason)")
    }
  }
}
