import Foundation
import TestSupport
import Testing

/// The Debian package, as far as it can be looked at without building it; `make deb-check` installs it.
@Suite(.waitsForPrograms) struct PackageTests {
  @Test
  func `the package has the version of the program`() throws {
    let changelog = try String(contentsOfFile: checkoutPath("debian/changelog"), encoding: .utf8)
    let call = try Program.run("--version", in: Scratch())
    let version = call.output.split(whereSeparator: \.isWhitespace).last ?? ""
    #expect(changelog.hasPrefix("detour (\(version)) "))
  }

  @Test
  func `every library that the build needs is named where it is installed and where the package is built`()
    throws
  {
    let setup = try String(contentsOfFile: checkoutPath("Scripts/setup.sh"), encoding: .utf8)
    let control = try String(contentsOfFile: checkoutPath("debian/control"), encoding: .utf8)
    let needed = setup.split(separator: "\n").compactMap { line in
      line.hasPrefix("need ") ? line.split(separator: " ")[1] : nil
    }
    let libraries = needed.filter { $0.hasSuffix("-dev") }
    #expect(libraries.count >= 8)
    for library in libraries { #expect(control.contains(" \(library)"), "\(library)") }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/nm")))
  func `the program takes no function of libm whose results depend on the processor`() throws {
    let call = try Program.call(
      URL(filePath: "/usr/bin/nm"), ["-D", "--undefined-only", Program.url.path], in: Scratch())
    let names = call.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").last?.split(separator: "@").first.map(String.init)
    }
    // Each of these is exact, or rounded correctly by definition.
    let exact: Set = [
      "ceil", "ceilf", "floor", "floorf", "fma", "fmod", "frexp", "ldexp", "modf", "remainder", "rint",
      "rintf", "round", "roundf", "sqrt",
      "sqrtf", "trunc", "truncf",
    ]
    let others: Set = [
      "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp",
      "exp10", "exp2", "expm1",
      "hypot", "lgamma", "log", "log10", "log1p", "log2", "pow", "sin", "sincos", "sinh", "tan", "tanh",
      "tgamma",
    ]
    let floats = Set(others.map { $0 + "f" })
    #expect(!exact.isDisjoint(with: names))
    #expect(others.union(floats).intersection(names).sorted() == [])
  }
}
