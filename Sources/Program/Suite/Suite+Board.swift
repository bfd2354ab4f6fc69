import Board
import Lifecycle
import Travellers

extension Suite {
  /// All stages, with the index.
  static let boardSearch = Benchmark(
    "board/search", .micro, "find the best seat on published trips of a week, between towns of a country",
    unit: "trips", sizes: [1_000, 3_000, 10_000, 30_000, 100_000], small: 10_000
  ) { count, _ in
    let country = Country(trips: count, searches: searches)
    return Work.arranged(searches, "search") {
      var board = country.board()
      if let query = country.queries.first { _ = board.search(query, top: 1) { _ in 1 } }
      return {
        var checksum = Checksum()
        var counts = BoardFunnel()
        for query in country.queries {
          let finding = board.search(query, top: 1) { _ in 1 }
          for stage in BoardStage.allCases { counts[stage] &+= finding.counts[stage] }
          checksum.add(finding.candidates.first)
        }
        return Outcome(checksum.text, BoardStage.allCases.map { Count($0.column, Int(counts[$0])) })
      }
    }
  }

  /// The reference: the same searches with the same winners.
  static let boardScan = Benchmark(
    "board/scan", .micro, "find the same seats by looking at every trip",
    unit: "trips", sizes: [1_000, 10_000, 100_000]
  ) { count, _ in
    let country = Country(trips: count, searches: 100)
    let queries = country.queries
    let scan = CountryScan(country)
    return Work(queries.count, "search") {
      var checksum = Checksum()
      var found = 0
      for query in queries {
        let winner = scan.winner(query)
        checksum.add(winner)
        if winner != nil { found += 1 }
      }
      return Outcome(checksum, ["found": found])
    }
  }

  private static let searches = 1_000
}

extension Checksum {
  /// Adds the trip and its stops.
  fileprivate mutating func add(_ candidate: BoardCandidate?) {
    add(candidate?.driver.rawValue ?? -1)
    add(candidate?.from ?? -1)
    add(candidate?.to ?? -1)
  }
}
