import Glibc
import Quantities
public import Tables

/// The packs in a folder, seen as one collection of records with distinct ids.
///
///     var packs = PackFolder("study/runs", ending: ".runs", head: "detour runs 1")
///     packs.refresh(verifying: true)
///     try packs.append(id: 0x8f3a, group: 1, number: 0, content: bytes)
///
/// Any number of processes may append, each to its own pack.
public struct PackFolder: ~Copyable {
  /// The folder's path.
  public let path: String
  private let ending: String
  private let head: String
  /// Whether all records have been verified.
  private var isVerified = false
  /// Whether packs need only have a first line that begins with `head`.
  private var isAnyHead = false
  private var files: [PackFile] = []
  private var names: [String: Int] = [:]
  private var places = IDTable()
  /// The entries in the order found, one per id.
  public private(set) var entries: [PackEntry] = []
  private var fileOfEntry: [Int32] = []
  private var lostOfFile: [(file: Int, entry: PackEntry)] = []
  /// The records missing from a pack's index, keyed by the index of the pack in `files`.
  private var unindexed: [Int: [PackEntry]] = [:]
  private var writer: PackWriter?
  private var writersFile: Int?
  private var writersName = ""
  /// The packs with a different first line, from another version or with other content.
  public private(set) var foreign: [(path: String, head: String)] = []

  /// The maximum number of packs that stay open.
  private static let mostOpen = 64

  /// Creates the collection of the packs in `folder` whose names end with `ending` and whose first line is `head`;
  /// reads nothing yet.
  public init(_ folder: String, ending: String, head: String) {
    path = folder
    self.ending = ending
    self.head = head
  }

  /// Creates the collection of the packs whose first line begins with `head`, for reading only.
  public init(_ folder: String, ending: String, anyHeadBeginning head: String) {
    self.init(folder, ending: ending, head: head)
    isAnyHead = true
  }

  /// Reads the records appended by any process since the last call.
  ///
  /// - Parameter verifying: whether to verify the checksum of every new record, which requires reading their contents.
  public mutating func refresh(verifying: Bool = false) {
    if verifying, entries.isEmpty { isVerified = true }
    for name in Self.packs(in: path, ending).ordered() where names[name] == nil {
      let file = "\(path)/\(name)"
      guard let pack = PackFile(file) else { continue }
      if isAnyHead ? pack.head.hasPrefix(head) : pack.head == head {
        names[name] = files.count
        files.append(pack)
      } else {
        names[name] = -1
        foreign.append((file, pack.head))
      }
    }
    if files.count > Self.mostOpen { for file in files { file.staysOpen = false } }
    for place in files.indices where place != writersFile { read(place, verifying: verifying) }
  }

  private mutating func read(_ place: Int, verifying: Bool) {
    if entries.isEmpty {
      // At the first reading exactly; later ones are small.
      let count = files.reduce(0) { $0 + $1.unread }
      places.reserve(count)
      entries.reserveCapacity(count)
      fileOfEntry.reserveCapacity(count)
    }
    files[place].read(verifying: verifying) { news in
      switch news {
      case .record(let entry, let isIndexed):
        add(entry, in: place)
        if !isIndexed { unindexed[place, default: []].append(entry) }
      case .lost(let entry): lostOfFile.append((place, entry))
      }
    }
  }

  private mutating func add(_ entry: PackEntry, in file: Int) {
    guard places.insert(entry.id, Int32(entries.count)) else { return }
    entries.append(entry)
    fileOfEntry.append(Int32(file))
  }

  private static func packs(in folder: String, _ ending: String) -> [String] {
    OpenFolder(folder)?.names.filter { $0.hasSuffix(ending) } ?? []
  }

  /// Returns the index of the record `id` in `entries`; nil if there is none.
  public func place(of id: UInt64) -> Int? { places.value(id).map(Int.init) }

  /// The indexed ids without an intact record in any pack, each with the path of the pack that holds the damaged
  /// record.
  public var lost: [(path: String, id: UInt64)] {
    lostOfFile.filter { places.value($0.entry.id) == nil }.map { (files[$0.file].path, $0.entry.id) }
  }

  /// Returns the path of the pack that contains the record of the entry at index `place`.
  public func path(of place: Int) -> String { files[Int(fileOfEntry[place])].path }

  /// Returns the parts and the time of the record `id`; nil if there is none, or if it is damaged.
  ///
  /// If a record is damaged, all packs are verified once, because another one may hold an intact copy.
  public mutating func record(_ id: UInt64) -> (parts: [PackContent.Part], time: UInt32)? {
    if let found = found(id) { return found }
    guard places.value(id) != nil, !isVerified else { return nil }
    verifyAll()
    return found(id)
  }

  private func found(_ id: UInt64) -> (parts: [PackContent.Part], time: UInt32)? {
    guard let place = place(of: id),
      let parts = files[Int(fileOfEntry[place])].withContent(of: entries[place], { PackContent.parts($0) })
    else { return nil }
    return (parts, entries[place].time)
  }

  /// Returns the compressed record `id`; nil if there is none, or if it is damaged.
  public func sealed(_ id: UInt64) -> SealedRecord? {
    guard let place = place(of: id) else { return nil }
    return files[Int(fileOfEntry[place])].withContent(of: entries[place]) {
      SealedRecord(entry: entries[place], content: Array($0))
    }
  }

  /// Reads all packs again, verifying every record.
  private mutating func verifyAll() {
    (files, names, places, entries, fileOfEntry) = ([], [:], IDTable(), [], [])
    (lostOfFile, unindexed, foreign) = ([], [:], [])
    let name = writersFile == nil ? nil : writersName
    writersFile = nil
    isVerified = true
    refresh(verifying: true)
    guard let name, let file = names[name] else { return }
    writersFile = file
    unindexed[file] = nil
  }

  /// Returns the ids of all records, in the order of the entries, followed by those in `more` that are not among them.
  public func ids(adding more: [UInt64]) -> [UInt64] {
    var ids: [UInt64] = []
    ids.reserveCapacity(entries.count + more.count)
    for entry in entries { ids.append(entry.id) }
    for id in more where places.value(id) == nil { ids.append(id) }
    return ids
  }

  /// A record within a group.
  public typealias Member = (number: UInt32, id: UInt64)

  /// Returns the records of each group in `groups`, ordered by number; if a group is listed twice, its second list is
  /// empty.
  ///
  /// - Parameter more: the groups, numbers and ids of further records.
  public func grouped(
    by groups: [UInt64], adding more: [(group: UInt64, number: UInt32, id: UInt64)]
  ) -> [[Member]] {
    var places = IDTable()
    places.reserve(groups.count)
    for (place, group) in groups.enumerated() where group != 0 { places.insert(group, Int32(place)) }
    var counts = Array(repeating: 0, count: groups.count)
    for entry in entries { if let place = places.value(entry.group) { counts[Int(place)] += 1 } }
    var members = counts.map { count in
      var members: [Member] = []
      members.reserveCapacity(count)
      return members
    }
    for entry in entries {
      if let place = places.value(entry.group) { members[Int(place)].append((entry.number, entry.id)) }
    }
    for record in more {
      if let place = places.value(record.group) { members[Int(place)].append((record.number, record.id)) }
    }
    for place in members.indices { members[place].order { $0.number < $1.number } }
    return members
  }

  /// Appends a record with `parts` to this process's pack; within this collection, it replaces any record with the same
  /// id.
  ///
  /// - Throws: `SystemFault` if the device is full or fails; nothing is appended then.
  public mutating func append(
    id: UInt64, group: UInt64, number: UInt32, time: UInt32, parts: [PackContent.Part]
  ) throws(SystemFault) {
    let entry = PackEntry(id: id, group: group, number: number, time: time, offset: 0, length: 0)
    try append(SealedRecord(entry: entry, content: PackContent.packed(parts)))
  }

  /// Appends a compressed record of another collection; within this collection, it replaces any record with the same
  /// id.
  ///
  /// - Throws: `SystemFault` if the device is full or fails; nothing is appended then.
  public mutating func append(_ record: SealedRecord) throws(SystemFault) {
    let id = record.entry.id
    precondition(id != 0 && !isAnyHead, "an id of 0 marks free places, and a pack has a whole first line")
    let file = try openWriter()
    let entry = try writer!.append(record.entry, record.content)
    if let place = places.value(id).map(Int.init) {
      entries[place] = entry
      fileOfEntry[place] = Int32(file)
    } else {
      add(entry, in: file)
    }
  }

  /// Opens this process's pack unless it is open, and returns its index in `files`.
  private mutating func openWriter() throws(SystemFault) -> Int {
    if let writersFile { return writersFile }
    try FileSystem.makeFolder(path)
    let opened = try PackWriter(in: path, ending: ending, head: head)
    let name = String(opened.path.dropFirst(path.count + 1))
    let path = opened.path
    writer = consume opened
    let place: Int
    if let known = names[name], known >= 0 {
      place = known
    } else {
      guard let pack = PackFile(path) else { throw .last }
      place = files.count
      names[name] = place
      files.append(pack)
    }
    // Everything before is of ended processes; what their index lacks is added.
    read(place, verifying: false)
    writer!.index(unindexed.removeValue(forKey: place) ?? [])
    (writersFile, writersName) = (place, name)
    return place
  }

  /// Flushes the records appended by this process to the device.
  ///
  /// - Throws: `SystemFault`.
  public borrowing func synchronise() throws(SystemFault) {
    guard writersFile != nil else { return }
    guard writer!.synchronise() else { throw .last }
  }

  /// Closes this process's pack for writing; another process may continue it.
  public mutating func endWriting() {
    guard writersFile != nil else { return }
    writer = nil
    writersFile = nil
  }
}

/// A record in compressed form, to be copied between packs.
public struct SealedRecord: Sendable {
  let entry: PackEntry
  let content: [UInt8]
}
