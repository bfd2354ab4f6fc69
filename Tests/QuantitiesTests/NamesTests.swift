import Quantities
import Testing

/// The names of drivers and requests.
struct NamesTests {
  @Test
  func `draws are keyed by the number, or by a hash of the name that is the same everywhere`() {
    #expect(Names.numbers.key(of: 7) == 7 && Names.numbers.key(of: -1) == .max)
    // The published values of FNV-1a.
    #expect(Names.key(of: "") == 0xcbf2_9ce4_8422_2325 && Names.key(of: "a") == 0xaf63_dc4c_8601_ec8c)
    #expect(Names.key(of: "foobar") == 0x8594_4171_f739_67e8)
    let names = Names(["Ana", "Zoë"])
    #expect(names.key(of: 2) == Names.key(of: "Zoë") && names.id(called: "Zoë") == 2)
  }
}
