import Glibc
import Quantities
import Tables

/// A line-by-line reader of files of the 9th DIMACS challenge, in which a line is a letter followed by integers.
///
/// Comments and blank lines are skipped. Faults are collected, the first ones with their positions.
struct DIMACSLines: ~Copyable {
  let file: String
  /// The number of bytes in the file, an upper bound on its number of lines.
  let byteCount: Int
  /// The number of the current line, from 1.
  private(set) var line = 0
  private let bytes: FileBytes
  /// The bytes, followed by a line feed and zeros, so that C's parser finds the end of every number.
  private let base: UnsafePointer<CChar>
  private var position = 0
  private var lineEnd = 0
  private var faults: [TableError] = []
  private var faultTotal = 0

  /// Opens the file at `path`, plain or gzipped.
  init(contentsOf path: String) throws(TableError) {
    bytes = try FileBytes(contentsOf: path)
    file = path
    byteCount = bytes.count
    base = bytes.withSpan { span in
      span.withUnsafeBytes { UnsafeRawPointer($0.baseAddress.unsafelyUnwrapped) }
    }.assumingMemoryBound(to: CChar.self)
  }

  /// Advances to the next line and returns its letter; nil at the end of the file.
  mutating func next() -> Character? {
    while lineEnd < byteCount {
      position = line == 0 ? 0 : lineEnd + 1
      guard position < byteCount else { return nil }
      line += 1
      lineEnd = memchr(base + position, 0x0A, byteCount - position).map { base.distance(to: $0) } ?? byteCount
      skipBlanks()
      guard position < lineEnd else { continue }
      let letter = UInt8(bitPattern: base[position])
      position += 1
      if letter != UInt8(ascii: "c") { return Character(Unicode.Scalar(letter)) }
    }
    return nil
  }

  /// Returns the next integer of the line, for the field called `field`; if it is missing or outside `range`, records a
  /// fault and returns nil.
  mutating func number(_ field: String, in range: ClosedRange<Int64>) -> Int64? {
    skipBlanks()
    var end: UnsafeMutablePointer<CChar>?
    let value = strtoll(base + position, &end, 10)
    let next = end.map { base.distance(to: UnsafePointer($0)) } ?? position
    let isWhole = next > position && next <= lineEnd && (next == lineEnd || isBlank(next))
    guard isWhole, range.contains(Int64(value)) else {
      record(field, .integerWithin(range))
      return nil
    }
    position = next
    return Int64(value)
  }

  /// Returns the next word of the line; empty at the end of the line.
  mutating func word() -> String {
    skipBlanks()
    let start = position
    while position < lineEnd, !isBlank(position) { position += 1 }
    let bytes = UnsafeRawBufferPointer(start: base + start, count: position - start)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Records a fault: the current word is not a value `expected` for `field`.
  mutating func record(_ field: String, _ expected: TableError.Expectation) {
    faultTotal += 1
    guard faults.count < CSVReader.keptFaults else { return }
    let found = word()
    faults.append(.badValue(file: file, line: line, column: field, value: found, expected: expected))
  }

  /// Finishes reading.
  ///
  /// - Throws: the faults found.
  func finish() throws(TableError) {
    guard let fault = faults.first else { return }
    throw faultTotal == 1 ? fault : .several(first: faults, total: faultTotal)
  }

  private mutating func skipBlanks() {
    while position < lineEnd, isBlank(position) { position += 1 }
  }

  private func isBlank(_ index: Int) -> Bool {
    let byte = base[index]
    return byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}

extension UnsafePointer<CChar> {
  /// Returns the distance from this pointer to `other`, which points into the same memory block.
  fileprivate func distance(to other: UnsafeMutableRawPointer) -> Int {
    UnsafeRawPointer(other) - UnsafeRawPointer(self)
  }
}

/// The arcs of a `.gr` file, with nodes numbered from 0.
struct DIMACSGraph {
  let file: String
  let nodeCount: Int
  private(set) var tails: [NodeIndex] = []
  private(set) var heads: [NodeIndex] = []
  private(set) var weights: [Int64] = []

  static func read(_ path: String) throws(TableError) -> DIMACSGraph? { try DIMACSGraph(contentsOf: path) }

  /// Reads the graph in the file at `path`.
  init(contentsOf path: String) throws(TableError) {
    var lines = try DIMACSLines(contentsOf: path)
    file = path
    var header: (nodes: Int64, arcs: Int64)?
    while let letter = lines.next() {
      if letter == "p", header == nil {
        guard lines.word() == "sp" else {
          lines.record("problem", .other("“sp”"))
          break
        }
        guard let nodes = lines.number("nodes", in: 1...Int64(Int32.max - 1)),
          let arcs = lines.number("arcs", in: 0...Int64(Int32.max - 1))
        else { break }
        header = (nodes, arcs)
      } else if letter == "a", let nodes = header?.nodes {
        guard let tail = lines.number("tail", in: 1...nodes), let head = lines.number("head", in: 1...nodes),
          let weight = lines.number("weight", in: 0...Int64(Int32.max))
        else { continue }
        tails.append(NodeIndex(Int(tail - 1)))
        heads.append(NodeIndex(Int(head - 1)))
        weights.append(weight)
      } else {
        lines.record("line", .other("a line “p sp NODES ARCS”, then lines “a TAIL HEAD WEIGHT”"))
        if header == nil { break }
      }
    }
    try lines.finish()
    guard let header else { throw .unreadable(file: path, reason: "it has no `p` line") }
    guard header.arcs == tails.count else {
      throw .unreadable(file: path, reason: "it announces \(header.arcs) arcs and has \(tails.count)")
    }
    nodeCount = Int(header.nodes)
  }
}
