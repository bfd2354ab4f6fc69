import Foundation
import Glibc
import Metrics
import Packs
import Synchronization
import Tables

/// The finished runs in a study's folder, stored in packs or in the files of earlier versions.
///
/// Thread-safe. It holds about 80 bytes per run, and reads rows when they are requested.
final class RunStore: Sendable {
  private let path: String
  private let form: RunRow.Form
  private let former: FormerRuns
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var runs: PackFolder
    var tables: PackFolder
    /// The runs in separate files, by id.
    var former: [UInt64: FormerRun] = [:]
    /// The runs whose files are damaged.
    var damaged: [String] = []
    var isOpen = false
    /// The time of the last reading of the packs, and its duration.
    var last = ContinuousClock.now
    var cost = Duration.zero
  }

  private struct FormerRun {
    var id: UInt64
    var point: UInt64
    var replication: UInt32
  }

  /// A finished run of a point.
  struct Place: Sendable {
    var replication: Int
    var id: UInt64
  }

  /// Creates the store of the study in the folder `path`; nothing is read yet.
  init(path: String, _ form: RunRow.Form) {
    self.path = path
    self.form = form
    former = FormerRuns(path: path, form: form)
    state = Mutex(
      State(
        runs: PackFolder(
          path + "/runs", ending: StudyPacks.runsEnding, head: StudyPacks.runsHead + form.header),
        tables: PackFolder(path + "/tables", ending: StudyPacks.tablesEnding, head: StudyPacks.tablesHead)))
  }

  /// Reads the whole folder at the first call; later calls have no effect.
  ///
  /// - Parameter verifying: whether the checks of all records are verified.
  func open(verifying: Bool) {
    state.withLock { state in
      guard !state.isOpen else { return }
      state.isOpen = true
      state.runs.refresh(verifying: verifying)
      for id in former.ids {
        guard let record = former.record(id), let number = StudyPacks.number(of: id) else {
          state.damaged.append(id)
          continue
        }
        state.former[number] = FormerRun(
          id: number, point: StudyPacks.number(of: record.row.point) ?? 0,
          replication: UInt32(clamping: record.row.replication))
      }
    }
  }

  /// Reads the runs appended by other processes. Unless `always`, the call is skipped if little time has passed since
  /// the last reading, compared with the duration of that reading.
  func refresh(always: Bool = false) {
    open(verifying: false)
    state.withLock { state in
      let now = ContinuousClock.now
      guard always || now - state.last >= state.cost * 20 else { return }
      state.runs.refresh()
      state.last = ContinuousClock.now
      state.cost = state.last - now
    }
  }

  /// Returns whether the run called `id` is finished.
  func has(_ id: String) -> Bool {
    open(verifying: false)
    guard let number = StudyPacks.number(of: id) else { return false }
    return state.withLock { $0.runs.place(of: number) != nil || $0.former[number] != nil }
  }

  /// Returns the finished run called `id`; nil if there is none, or it is damaged.
  func record(_ id: String) -> RunRecord? { StudyPacks.number(of: id).flatMap(record) }

  /// Returns the finished run whose id, as a number, is `number`; nil if there is none, or it is damaged.
  func record(_ number: UInt64) -> RunRecord? {
    open(verifying: false)
    let found = state.withLock { $0.runs.record(number) }
    if let found, let record = RunRecord(found.parts, form, time: found.time),
      record.row.runID == StudyPacks.id(number)
    {
      return record
    }
    guard state.withLock({ $0.former[number] != nil }) else { return nil }
    return former.record(StudyPacks.id(number))
  }

  /// The numbers of the ids of all finished runs, in pack order, in which they are read fastest.
  var ids: [UInt64] {
    open(verifying: false)
    return state.withLock { $0.runs.ids(adding: $0.former.keys.sorted()) }
  }

  /// Returns the finished runs of each of `points`, by replication.
  func runs(ofPoints points: [String]) -> [[Place]] {
    open(verifying: false)
    let groups = points.map { StudyPacks.number(of: $0) ?? 0 }
    return state.withLock { state in
      let more = state.former.values.filter { state.runs.place(of: $0.id) == nil }
      return state.runs.grouped(by: groups, adding: more.map { ($0.point, $0.replication, $0.id) })
        .map { $0.map { Place(replication: Int($0.number), id: $0.id) } }
    }
  }

  /// Returns the compressed record of the run `id`; nil if no pack contains it, or if it is damaged.
  func sealed(_ id: String) -> SealedRecord? {
    open(verifying: false)
    guard let number = StudyPacks.number(of: id) else { return nil }
    return state.withLock { $0.runs.sealed(number) }
  }

  /// Appends a finished run.
  ///
  /// - Throws: `StudyError.unwritable` if the device is full or fails; nothing is appended in that case.
  func append(_ record: RunRecord) throws(StudyError) {
    let parts = record.parts
    try write { state throws(SystemFault) in
      try state.runs.append(
        id: StudyPacks.number(of: record.row.runID) ?? 0, group: StudyPacks.number(of: record.row.point) ?? 0,
        number: UInt32(clamping: record.row.replication), time: record.time, parts: parts)
    }
  }

  /// Appends the compressed record of a run in another folder.
  ///
  /// - Throws: `StudyError.unwritable` if the device is full or fails; nothing is appended in that case.
  func append(_ record: SealedRecord) throws(StudyError) {
    try write { state throws(SystemFault) in try state.runs.append(record) }
  }

  /// Appends the files of the result folder of the run of `row`, unless they are present.
  ///
  /// - Throws: `StudyError.unwritable` if the device is full or fails; nothing is appended in that case.
  func append(_ tables: [TableParts.Part], of row: RunRow) throws(StudyError) {
    guard let number = StudyPacks.number(of: row.runID) else { return }
    try write { state throws(SystemFault) in
      state.tables.refresh()
      guard state.tables.record(number) == nil else { return }
      try state.tables.append(
        id: number, group: StudyPacks.number(of: row.point) ?? 0, number: UInt32(clamping: row.replication),
        time: Self.now, parts: tables)
    }
  }

  private func write(
    _ body: (inout State) throws(SystemFault) -> Void
  ) throws(StudyError) {
    open(verifying: false)
    // A mutex passes on errors of one type only.
    let fault = state.withLock { state -> SystemFault? in
      do throws(SystemFault) { try body(&state) } catch { return error }
      return nil
    }
    if let fault { throw .unwritable(path: path, reason: fault) }
  }

  /// The current time, in seconds since 1970.
  static var now: UInt32 { UInt32(clamping: time(nil)) }

  /// Returns the files of the kept result folder of the run called `id`; nil if it has none, or they are damaged.
  func tables(_ id: String) -> [TableParts.Part]? {
    guard let number = StudyPacks.number(of: id) else { return nil }
    let parts = state.withLock { state -> [TableParts.Part]? in
      if state.tables.place(of: number) == nil { state.tables.refresh() }
      return state.tables.record(number)?.parts
    }
    return parts ?? former.tableParts(id)
  }

  /// The ids of the runs with kept tables in packs, in ascending order.
  var idsWithTables: [String] {
    state.withLock { state in
      state.tables.refresh()
      return state.tables.ids(adding: [])
    }.sorted().map(StudyPacks.id)
  }

  /// Returns whether the run called `id` was finished, but its record or one of its files is damaged.
  func isDamaged(_ id: String) -> Bool { damagedFile(id) != nil && record(id) == nil }

  /// Returns the file in which the run called `id` is damaged; nil if there is none.
  func damagedFile(_ id: String) -> String? {
    open(verifying: true)
    return state.withLock { state in
      if state.damaged.contains(id) { return former.run(id) }
      return state.runs.lost.first { StudyPacks.id($0.id) == id }?.path
        ?? StudyPacks.number(of: id).flatMap { state.runs.place(of: $0) }.map { state.runs.path(of: $0) }
    }
  }

  /// The damaged runs that are not finished elsewhere, in alphabetical order, each given as its file, or as its pack
  /// and id.
  var damaged: [String] {
    open(verifying: true)
    return state.withLock { state in
      let files = state.damaged.filter { id in
        StudyPacks.number(of: id).flatMap { state.runs.place(of: $0) } == nil
      }.map(former.run)
      return (files + state.runs.lost.map { "\($0.path) (run \(StudyPacks.id($0.id)))" }).sorted()
    }
  }

  /// The first column, in a pack or a file of an earlier version, that has since been renamed; nil if there is none.
  var formerName: FormerName? {
    open(verifying: false)
    let (heads, files) = state.withLock { ($0.runs.foreign, $0.damaged) }
    for pack in heads where pack.head.hasPrefix(StudyPacks.runsHead) {
      let columns = pack.head.dropFirst(StudyPacks.runsHead.count).split(separator: ",").map(String.init)
      if let former = FormerName(among: columns, of: pack.path) { return former }
    }
    return files.lazy.compactMap { self.former.formerName(in: $0) }.first
  }

  /// The packs of other versions, whose runs are ignored.
  var foreignPacks: [String] {
    open(verifying: false)
    return state.withLock { $0.runs.foreign.map(\.path) }
  }

  /// Flushes the data appended by this process to the device.
  ///
  /// - Throws: `StudyError.unwritable`.
  func synchronise() throws(StudyError) {
    try write { state throws(SystemFault) in
      try state.runs.synchronise()
      try state.tables.synchronise()
    }
  }
}
