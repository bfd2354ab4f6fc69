import Quantities
import Testing
import Travellers

@testable import Matching

@Suite struct HoldingRowsTests {
  /// Who of `count` drivers has a row.
  private func owners(_ rows: borrowing HoldingRows, of count: Int32) -> [DriverIndex] {
    var owners: [DriverIndex] = []
    for driver in 0..<count where rows.has(DriverIndex(rawValue: driver)) {
      owners.append(DriverIndex(rawValue: driver))
    }
    return owners
  }

  @Test func rowsKeepWhatIsHeldWhenTheyBecomeMore() {
    var rows = HoldingRows(drivers: 500)
    for number in Int32(0)..<500 {
      rows.open(DriverIndex(rawValue: number))
      rows[DriverIndex(rawValue: number)].looks = number
    }
    var looks: [Int32] = []
    for number in Int32(0)..<500 { looks.append(rows[DriverIndex(rawValue: number)].looks) }
    #expect(looks == Array(0..<500))
  }

  @Test func theRowOfWhoHasArrivedIsGivenToAnotherAndHoldsNothing() {
    var rows = HoldingRows(drivers: 3)
    rows.open(0)
    rows[0].looks = 7
    let row = rows.address(of: 0)
    rows.close(0)
    rows.open(2)
    let (next, looks, owners) = (rows.address(of: 2), rows[2].looks, owners(rows, of: 3))
    #expect(next == row && looks == 0 && owners == [2])
  }

  @Test func whoHasNoRowIsHeldByNobody() {
    var rows = HoldingRows(drivers: 2)
    rows.open(1)
    rows[1].looks = 3
    rows.open(1)
    rows.close(0)
    let (looks, others, isHeld, owners) = (rows[1].looks, rows[0].looks, rows[0].isHeld, owners(rows, of: 2))
    #expect(looks == 3 && others == 0 && !isHeld && owners == [1])
  }
}
