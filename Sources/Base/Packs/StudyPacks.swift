/// The packs in a study folder.
public enum StudyPacks {
  /// The suffix of the names of packs of runs, in the subfolder `runs`.
  public static let runsEnding = ".runs"
  /// The suffix of the names of packs of result folders, in the subfolder `tables`.
  public static let tablesEnding = ".tables"
  /// The beginning of the first line of packs of runs; it is followed by the names of the row's fields.
  public static let runsHead = "detour runs 1 "
  /// The first line of packs of result folders.
  public static let tablesHead = "detour tables 1"

  /// Returns the value of a run's id as a hexadecimal number; nil unless `id` has 16 hexadecimal digits and is not 0.
  public static func number(of id: String) -> UInt64? {
    id.utf8.count == 16 ? UInt64(id, radix: 16).flatMap { $0 == 0 ? nil : $0 } : nil
  }

  /// Returns `number` as a run's id, in 16 hexadecimal digits.
  public static func id(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
