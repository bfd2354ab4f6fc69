public import Foundation

/// The real networks and trips that tests read where they are present: `DETOUR_DATA`, or `../shared/data`
/// beside the checkout. None of it belongs to the project.
public enum SharedData {
  /// The folder of the checkout.
  public static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder that holds the data sets.
  public static let folder: URL =
    ProcessInfo.processInfo.environment["DETOUR_DATA"].map { URL(filePath: $0) }
    ?? checkout.deletingLastPathComponent().appending(path: "shared/data")

  /// Whether `path` below the data folder is there: for `@Test(.enabled(if: …))`, which says so when it is not.
  public static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  /// The file or folder `path` below the data folder.
  public static func url(_ path: String) -> URL { folder.appending(path: path) }
}
