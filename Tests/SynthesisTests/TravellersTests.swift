import Ground
import Quantities
import Statistics
import TestSupport
import Testing
import Travellers

@testable import Synthesis

@Suite struct TravellersTests {
  private let number = 100_000

  private func requests(_ members: String) throws -> [Request] {
    try Fixture.population(demand: "{kind: 'synthetic', count: \(number), \(members)}").requests
  }

  @Test func traitsHaveTheirShares() throws {
    let requests = try requests(
      "persons: {smoker_share: 0.3, female_share: 0.6, age_mean: 40, age_sd: 5, age_min: 18, age_max: 90}")
    expectShare(requests.count { $0.person.smoker == true }, of: number, 0.3)
    expectShare(requests.count { $0.person.sex == .female }, of: number, 0.6)
    let ages = Fixture.statistics(requests.map { Double($0.person.age ?? 0) })
    #expect(abs(ages.zScore(expected: 40) ?? .infinity) < 3.5)
    // Rounding to whole years adds a twelfth.
    #expect(abs((ages.variance ?? 0) - 25 - 1 / 12.0) < 3.5 * 25 * (2 / Double(number)).squareRoot())
  }

  @Test func agesKeepTheirBounds() throws {
    let bounded = try requests("persons: {age_mean: 20, age_sd: 30, age_min: 18, age_max: 30}")
    #expect(bounded.allSatisfy { (18...30).contains($0.person.age ?? 0) })
    #expect(Set(bounded.map(\.person.age)).count == 13)
    let outside = try requests("persons: {age_mean: 140, age_sd: 0, age_min: 18, age_max: 30}")
    #expect(outside.allSatisfy { $0.person.age == 30 })
  }

  @Test func wishesAreAboutTheOwnKind() throws {
    let requests = try requests(
      "wishes: {smoker_share: 0.4, sex_share: 0.2, age_share: 0.1, age_span: 7, required_share: 0.25}")
    expectShare(requests.count { $0.wishes.smoker != nil }, of: number, 0.4)
    expectShare(requests.count { $0.wishes.sex != nil }, of: number, 0.2)
    expectShare(requests.count { $0.wishes.youngest != nil }, of: number, 0.1)
    let any = 1 - 0.6 * 0.8 * 0.9
    expectShare(requests.count { $0.wishes.required }, of: number, 0.25 * any)
    let areTheirOwn = requests.allSatisfy { request in
      let (stated, met) = request.wishes.agreement(with: request.person)
      let span = request.wishes.youngest.map { (request.wishes.oldest ?? 0) - $0 }
      return stated == met && span ?? 14 == 14
    }
    #expect(areTheirOwn)
  }

  @Test func unknownTraitsHaveNoWishes() throws {
    let requests = try requests("persons: null, wishes: {smoker_share: 1, sex_share: 1, age_share: 1}")
    #expect(requests.allSatisfy { $0.person == Person() && $0.wishes == .none })
    #expect(try self.requests("wishes: null").allSatisfy { $0.wishes == .none && $0.person.age != nil })
  }

  @Test func partiesHaveTheirWeights() throws {
    let requests = try requests("party_size: [5, 0, 3, 2], luggage: [1, 1], probe_share: 0.05")
    let sizes = [1, 3, 4].map { size in requests.count { $0.partySize == size } }
    expectCounts(sizes, [50_000, 30_000, 20_000])
    #expect(requests.allSatisfy { $0.partySize != 2 })
    expectShare(requests.count { $0.luggage == 1 }, of: number, 0.5)
    expectShare(requests.count { $0.isProbe }, of: number, 0.05)
  }
}
