import CarpoolScenario
import Community
import Ground
import Quantities
import Scenario
import Tables
import Testing
import Travellers

@testable import Synthesis

/// Who the travellers of files are, and whose friends.
@Suite struct UserRollTests {
  private static let drivers = """
    driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,user_id
    2,10,0,0,100,0,zoe
    1,10,0,0,100,0,17
    3,10,0,0,100,0,
    """
  private static let requests = """
    request_id,submit_s,origin_x,origin_y,destination_x,destination_y,user_id
    1,10,0,0,100,0,amal
    2,10,0,0,100,0,zoe
    """

  private func read(
    _ overrides: [String] = ["ratings={}"], friends: String? = nil, drivers: String = Self.drivers
  ) throws -> Population {
    var files = ["d.csv": drivers, "r.csv": Self.requests]
    files["f.csv"] = friends
    let folder = try TemporaryFolder(files)
    let network = friends == nil ? [] : ["friends.network={kind: 'recorded', file: 'f.csv'}"]
    return try Fixture.population(
      supply: "{kind: 'recorded', file: 'd.csv'}", demand: "{kind: 'recorded', file: 'r.csv'}",
      overrides: overrides + network, folder: folder.path)
  }

  private func fault(friends: String) -> String {
    do {
      _ = try read([], friends: friends)
      return "no fault"
    } catch {
      return "\(error)".replacing(#/\S*/synthesis-[0-9A-F-]+\//#, with: "")
    }
  }

  @Test func usersAreKnownOnlyWhereSomethingAsksForThem() throws {
    #expect(try read([]).users == nil)
    for field in ["verification", "money", "ratings", "channel", "friends"] {
      #expect(try read(["\(field)={}"]).users?.count == 4)
    }
  }

  @Test func theSameUserDrivesAndRides() throws {
    let users = try #require(try read().users)
    // zoe, 17, amal as the files name them; then driver 3, whom none names. Drivers are in the order of their ids.
    #expect(users.ofDriver == [1, 0, 3] && users.ofRequest == [2, 0])
    #expect((0..<4).map { users.text(of: UserIndex($0)) } == ["zoe", "17", "amal", "driver 3"])
    #expect(Set(users.keys).count == 4 && users.keys[1] == 17 && users.friends == nil)
  }

  @Test func withoutAColumnEverybodyIsAUserOfTheirOwn() throws {
    let population = try Fixture.population(
      supply: "{kind: 'synthetic', count: 3}", demand: "{kind: 'synthetic', count: 2}",
      overrides: ["money={}"])
    let users = try #require(population.users)
    #expect(users.count == 5 && users.ofDriver == [0, 1, 2] && users.ofRequest == [3, 4])
    #expect(users.text(of: 4) == "5" && Set(users.keys).count == 5)
    let more = try Fixture.population(
      supply: "{kind: 'synthetic', count: 9}", demand: "{kind: 'synthetic', count: 2}",
      overrides: ["money={}"])
    // A request keeps its key, though its number is another one.
    #expect(more.users?.keys.suffix(2) == users.keys.suffix(2))
    #expect(more.users?.keys.prefix(3) == users.keys.prefix(3))
  }

  @Test func rowsDrawnAgainAreTheSameUser() throws {
    let population = try read(["ratings={}", "supply.resample=bootstrap", "supply.max_detour_s=1"])
    let users = try #require(population.users)
    #expect(users.ofDriver.count == 3 && users.ofDriver.allSatisfy { Int($0) < users.count })
    let named = users.ofDriver.filter { $0 <= 1 }
    #expect(!named.isEmpty)
  }

  @Test func friendsAreReadOnceEach() throws {
    let friends = "user_a,user_b\nzoe,amal\namal,zoe\n017,zoe\ndriver 3,17\n"
    let users = try #require(try read([], friends: friends).users)
    let pairs = try #require(users.friends).map { [Int($0.0), Int($0.1)] }
    #expect(pairs == [[0, 1], [0, 2], [1, 3]])
  }

  @Test func drawnUsersAreFriendsByNumber() throws {
    let folder = try TemporaryFolder(["f.csv": "user_a,user_b\n1,20\n20,3\n"])
    func users(_ count: Int) throws -> Users? {
      try Fixture.population(
        supply: "{kind: 'users'}",
        overrides: [
          "users={count: \(count)}", "time.duration_s=null",
          "friends.network={kind: 'recorded', file: 'f.csv'}",
        ], folder: folder.path
      ).users
    }
    #expect(try users(20)?.friends?.map { [Int($0.0), Int($0.1)] } == [[0, 19], [2, 19]])
    #expect(throws: SynthesisError.self) { try users(19) }
  }

  @Test func friendsWhoDoNotExistAreFaults() {
    #expect(
      fault(friends: "user_a,user_b\nzoe,amal\nzoe,nobody\n")
        == "f.csv:3: column user_b: found “nobody”; an existing user, by the user_id of a driver or a request,"
        + " is expected")
    #expect(
      fault(friends: "user_a,user_b\nzoe,zoe\n")
        == "f.csv:2: column user_b: found “zoe”; another user than user_a is expected")
    #expect(
      fault(friends: "user_a,user_b\n")
        == "f.csv: there are no rows below the header; at least one is expected"
    )
    #expect(fault(friends: "a,b\n1,2\n").contains("missing columns user_a, user_b"))
  }

  @Test(arguments: [("=1+1", "=1+1"), (String(repeating: "x", count: 201), "")])
  func namesOfUsersAreNames(name: String, shown: String) {
    #expect {
      try read(drivers: Self.drivers.replacing("zoe", with: name))
    } throws: { error in
      "\(error)".contains(":2: column user_id: found “\(shown)")
        && "\(error)".contains("a name of at most 200 bytes")
    }
  }

  @Test func theFilesOfABoardEnterTheIdentityInTheOrderOfTheirReading() throws {
    let folder = try TemporaryFolder([
      "o.csv": "offer_id,publish_s,seats\n1,0,1\n",
      "s.csv": "offer_id,sequence,time_s,stop_x,stop_y\n1,0,0,0,0\n1,1,100,100,0\n",
      "p.csv": "offer_id,from_stop,to_stop,price\n1,0,1,5\n",
      "b.csv": "booking_id,submit_s,offer_id,from_stop,to_stop\n1,0,1,0,1\n",
      "f.csv": "user_a,user_b\n1,2\n",
    ])
    let scenario = try Fixture.scenario(overrides: [
      "board={offers: {kind: 'recorded', file: 'o.csv', stops_file: 's.csv', prices_file: 'p.csv'},"
        + " seeks: {kind: 'recorded', file: 'b.csv'}}",
      "friends.network={kind: 'recorded', file: 'f.csv'}",
    ])
    let population = try Population.make(scenario, in: Fixture.plane, folder: folder.path)
    var digests = InputDigests(folder: folder.path)
    let found = try digests.inputs(of: scenario)
    #expect(found.map(\.role) == ["offers", "offer_stops", "offer_prices", "bookings", "friends"])
    #expect(found.map(\.role) == population.inputs.map(\.role))
    #expect(found.map(\.sha256) == population.inputs.map(\.sha256))
  }
}
