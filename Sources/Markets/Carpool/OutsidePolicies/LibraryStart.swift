import CPolicy
import Glibc
import JSON5
import Matching
import Processes
import Tables

/// A library's state for a run: created with the scenario's parameters, and released with the run.
final class LibraryStart {
  /// The pointer passed with each attempt; nil if the library has no state.
  private(set) var state: UnsafeMutableRawPointer?
  private var end: detour_end_function?

  /// Creates a start without state.
  init() {}

  /// Passes the parameters of `policy` to `library`.
  ///
  /// - Throws: `OutsidePolicyError` if it rejects them.
  init(of library: SharedLibrary, _ policy: LibraryPolicy) throws(OutsidePolicyError) {
    let taken = library.function("detour_policy_parameters").map {
      Self.names(GuestCode.call(unsafeBitCast($0, to: detour_parameters_function.self)))
    }
    let refusal = policy.policy.refusal(byOneThatTakes: taken ?? []) {
      "let detour_policy_parameters name `\($0)`, as detour_policy.h says"
    }
    if let refusal { throw policy.error(.refused(refusal)) }
    guard let begin = library.function("detour_begin") else {
      guard policy.policy.parameters.isEmpty else {
        throw policy.error(
          .refused("it takes parameters, but has no detour_begin to be told them; offer it with C linkage"))
      }
      return
    }
    let told = unsafeBitCast(begin, to: detour_begin_function.self)
    let sentence = Self.told(policy.policy.parameters) { list, count in
      GuestCode.call { told(list, count, &state) }
    }
    if let sentence {
      throw policy.error(.refused("it refuses its parameters: \(String(cString: sentence).visible)"))
    }
    end = library.function("detour_end").map { unsafeBitCast($0, to: detour_end_function.self) }
  }

  deinit { GuestCode.call { end?(state) } }

  /// Returns the texts of a C list that ends with a null pointer.
  private static func names(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    var names: [String] = []
    while let name = list?[names.count] { names.append(String(cString: name)) }
    return names
  }

  /// Calls `use` with `parameters` in C form, valid only during the call.
  private static func told<Result>(
    _ parameters: [PolicyParameter], _ use: (UnsafePointer<detour_parameter>?, Int32) -> Result
  ) -> Result {
    let list = parameters.map { parameter in
      detour_parameter(
        name: UnsafePointer(strdup(parameter.name)), text: UnsafePointer(strdup(parameter.value.text)),
        number: parameter.value.number)
    }
    defer {
      for parameter in list {
        free(UnsafeMutablePointer(mutating: parameter.name))
        free(UnsafeMutablePointer(mutating: parameter.text))
      }
    }
    return list.withUnsafeBufferPointer { use($0.baseAddress, Int32($0.count)) }
  }
}

extension PolicyParameter.Value {
  /// The text itself, or the JSON of any other value.
  fileprivate var text: String { if case .text(let text) = self { text } else { json.compact } }

  /// The number; 1 or 0 for a truth value; NaN for a text.
  fileprivate var number: Double {
    switch self {
    case .whole(let number): Double(number)
    case .number(let number): number
    case .flag(let flag): flag ? 1 : 0
    case .text: .nan
    }
  }
}
