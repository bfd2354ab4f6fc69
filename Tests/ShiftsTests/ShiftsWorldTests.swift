import Lifecycle
import Models
import Quantities
import Scenario
import Testing

@testable import Shifts

struct ShiftsWorldTests {
  @Test func `more volunteers, or other shares, leave those before them as they were`() throws {
    let (scenario, folder) = try Given.shipped("shifts")
    let world = try ShiftsWorld(scenario, folder: folder)
    #expect(
      world.counts.map { "\($0.count) \($0.name)" }.filter {
        !$0.hasSuffix("sign-ups") && !$0.hasSuffix("places")
      }
        == ["600 volunteers", "9 slots", "40 posts"])
    #expect(world.festival.programme.zones.count == 12)
    let (more, _) = try Given.shipped("shifts", overrides: ["volunteers.count=700"])
    let larger = try ShiftsWorld(more, folder: folder)
    #expect(Array(larger.festival.volunteers.prefix(600)) == world.festival.volunteers)
    #expect(Array(larger.festival.wishes.prefix(world.festival.wishes.count)) == world.festival.wishes)
    let (rigid, _) = try Given.shipped("shifts", overrides: ["volunteers.flexible_share=0"])
    let others = try ShiftsWorld(rigid, folder: folder)
    #expect(others.festival.volunteers.map(\.signUp) == world.festival.volunteers.map(\.signUp))
    #expect(others.festival.wishes == world.festival.wishes)
  }

  private let posts = """
    post,slot,begin_s,end_s,zone,places
    desk,day,2000,3000,,2
    hall,day,2000,3000,north,1
    hall,day,2000,3000,south,1
    desk,night,3000,4000,,1
    """

  @Test func `files are read: names, zones, wishes in order, flexible volunteers without a wish`() throws {
    let world = try Given.world(
      posts: posts,
      volunteers: """
        volunteer_id,sign_up_s,flexible,max_shifts,slot,post,zone,shoe
        ann,10,false,1,day,hall,south,38
        ann,10,false,1,day,desk,,38
        bob,5,true,,night,,,44
        """)
    let festival = world.festival
    #expect(festival.programme.places == 5 && festival.programme.shifts.count == 3)
    #expect(world.names.text(of: 2) == "bob")
    #expect(festival.volunteers.map(\.isFlexible) == [false, true])
    #expect(festival.volunteers.map(\.maxShifts) == [1, .max])
    #expect(festival.requests.map(\.wishes.count) == [2, 0])
    #expect(festival.wishes == [Wish(2, in: 3), Wish(0)])
    #expect(world.notices == ["v.csv: unknown column `shoe` is ignored"])
    let run = try world.run(.init())
    #expect(run.records.lifecycle.requests.map(\.section.rawValue) == [3, 1])
  }

  @Test func `a volunteer who is flexible in a slot takes whatever is needed there, and wishes elsewhere`()
    throws
  {
    let world = try Given.world(
      posts: posts,
      volunteers: """
        volunteer_id,sign_up_s,flexible,slot_flexible,slot,post,zone
        1,10,,true,day,,
        1,10,,,night,desk,
        2,20,,false,day,hall,south
        3,30,,true,day,hall,south
        4,40,true,,night,,
        """)
    #expect(world.festival.volunteers.map(\.isFlexible) == [false, false, false, true])
    #expect(world.festival.requests.map(\.isFlexible) == [true, false, false, true, true])
    let requests = try world.run(.init()).records.lifecycle.requests
    // The night has one place, which the first volunteer wished for; the third finds the south full and takes the desk.
    #expect(requests.map(\.section.rawValue) == [0, 1, 3, 0, -1])
    #expect(requests.map(\.wasAssigned) == [true, false, false, true, false])
  }

  @Test func `slots in which a volunteer is flexible agree in all rows, and with the volunteer`() {
    func fault(_ rows: String) -> String {
      do {
        _ = try Given.world(
          posts: posts,
          volunteers: "volunteer_id,sign_up_s,flexible,slot_flexible,slot,post\n1,10,false,true,night,desk\n"
            + rows)
        return ""
      } catch { return "\(error)" }
    }
    #expect(fault("2,10,true,false,day,desk").contains("nothing, or true, if the volunteer is `flexible`"))
    #expect(
      fault("2,10,,true,day,desk\n2,10,,,day,hall").contains(
        "the same as in the earlier rows of the volunteer for the slot"))
    #expect(fault("2,10,,,day,").contains("flexible in the slot (`slot_flexible` true)"))
    #expect(fault("2,10,,true,day,").isEmpty)
  }

  @Test func `the share of slots in which volunteers are flexible is drawn, and changes nothing else`() throws
  {
    let (scenario, folder) = try Given.shipped("shifts")
    let none = try ShiftsWorld(scenario, folder: folder).festival
    let (some, _) = try Given.shipped("shifts", overrides: ["volunteers.slot_flexible_share=0.4"])
    let drawn = try ShiftsWorld(some, folder: folder).festival
    #expect(drawn.volunteers == none.volunteers && drawn.wishes == none.wishes)
    let others = drawn.requests.filter { !drawn.volunteers[$0.volunteer].isFlexible }
    let share = Double(others.count { $0.isFlexible }) / Double(others.count)
    #expect(abs(share - 0.4) < 3.5 * (0.24 / Double(others.count)).squareRoot(), "\(share)")
    let (all, _) = try Given.shipped("shifts", overrides: ["volunteers.slot_flexible_share=1"])
    #expect(try ShiftsWorld(all, folder: folder).festival.requests.allSatisfy { $0.isFlexible })
  }

  @Test func `all faults of a file are told at once, each with its line and what would be right`() {
    let text = """
      volunteer_id,sign_up_s,flexible,max_shifts,slot,post,zone
      1,10,false,,dusk,desk,
      2,10,false,,day,tower,
      3,10,false,,day,hall,east
      4,10,false,,day,,
      5,10,false,,day,desk,
      5,11,false,,night,desk,
      6,10,maybe,0,day,desk,
      """
    #expect(throws: ShiftsError.self) {
      do { _ = try Given.world(posts: posts, volunteers: text) } catch {
        let words = "\(error)"
        for part in [
          "a slot of the programme", "a post of the programme that is staffed in the slot",
          "a zone of the post, or nothing for any", "a flexible volunteer (`flexible` true)",
          "the sign-up of the volunteer's first row, 10.0", ":8:",
        ] { #expect(words.contains(part), "\(part) in \(words)") }
        throw error
      }
    }
  }

  @Test func `a programme that contradicts itself, or begins too early, is refused`() {
    func fault(_ posts: String) -> String {
      do {
        _ = try Given.world(
          posts: posts, volunteers: "volunteer_id,sign_up_s,slot,post\n1,0,day,desk")
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      fault(posts + "\ndesk,day,2000,3000,,1").contains(
        "a post, slot, zone and opens_s not used by an earlier row"))
    #expect(fault(posts + "\nbar,day,2000,3500,,1").contains("the end of the slot in its first row, 3000.0"))
    #expect(fault(posts + "\nbar,dawn,2000,1500,,1").contains("a time after begin_s"))
    #expect(
      fault(posts + "\nbar,dawn,500,900,,1").contains(
        "slot `dawn` begins at 0.5 s")
        || fault(posts + "\nbar,dawn,500,900,,1").contains("slot `dawn` begins at 500.0 s"))
    #expect(fault("post,slot,begin_s,end_s,places").contains("there are no rows below the header"))
  }
}
