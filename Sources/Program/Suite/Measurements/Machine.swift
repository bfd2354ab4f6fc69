import Foundation
import JSON5

/// The machine of a benchmark: the properties that must be equal for a comparison.
public struct Machine: Hashable, Sendable {
  /// The processor's model name.
  public var processor: String
  /// The number of processors available to the process.
  public var processors: Int
  /// The memory in whole GiB.
  public var memoryGiB: Int
  /// The system and its release.
  public var system: String
  /// The version of the compiler that built the program.
  public var compiler: String

  /// The version of the compiler that built this program.
  package static let compiler: String = {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3.2)
      "Swift 6.3.2 or later"
    #elseif compiler(>=6.3.1)
      "Swift 6.3.1"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2 or earlier"
    #endif
  }()

  /// This machine, with the compiler of this program.
  public static let here: Machine = {
    func file(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    let model = file("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last?.split(separator: " ").joined(separator: " ")
    let release = file("/etc/os-release").split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    return Machine(
      processor: name ?? "unknown", processors: ProcessInfo.processInfo.activeProcessorCount,
      memoryGiB: Int((Double(ProcessInfo.processInfo.physicalMemory) / 0x1p30).rounded()),
      system: release?.dropFirst(12).trimmingCharacters(in: ["\""]) ?? "Linux", compiler: compiler)
  }()

  /// The machine in one line.
  public var description: String {
    "\(processors) × \(processor), \(memoryGiB) GiB, \(system), \(compiler)"
  }

  /// A short name for folders: lower-case words and numbers.
  public var kind: String {
    let words = processor.lowercased().split { !$0.isLetter && !$0.isNumber }
      .filter { !["r", "tm", "cpu", "processor", "core"].contains($0) }
    return (words.prefix(4).map(String.init) + ["\(processors)c"]).joined(separator: "-")
  }

  /// Returns sentences on relevant differences from `other`; empty if there are none.
  ///
  /// - Parameter matters: whether the processor matters, as it does for times and instructions.
  public func differences(from other: Machine, processor matters: Bool = true) -> [String] {
    func compare(_ what: String, _ path: KeyPath<Machine, String>) -> String? {
      self[keyPath: path] == other[keyPath: path]
        ? nil : "\(what): \(self[keyPath: path]) against \(other[keyPath: path])"
    }
    return [
      matters ? compare("processor", \.processor) : nil, compare("system", \.system),
      compare("compiler", \.compiler),
    ].compactMap(\.self)
  }
}

extension Machine {
  var json: JSON {
    [
      "processor": .text(processor), "processors": .integer(processors),
      "memory_gib": .integer(memoryGiB), "system": .text(system),
      "compiler": .text(compiler),
    ]
  }

  init?(_ json: JSON?) {
    guard let json, let processor = json["processor"]?.words, let processors = json["processors"]?.whole,
      let memory = json["memory_gib"]?.whole, let system = json["system"]?.words,
      let compiler = json["compiler"]?.words
    else { return nil }
    self.init(
      processor: processor, processors: processors, memoryGiB: memory, system: system, compiler: compiler)
  }
}
