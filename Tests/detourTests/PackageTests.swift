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
}
