import JSON5
import Matching
import Quantities
import Travellers

/// A process's answer to a window: the pairs, given by the names used in messages.
struct WindowAnswer {
  /// A pair, and the reason for choosing it, shown in explanations.
  struct Pair: Equatable {
    let request: String
    let driver: String
    var why: String?
  }

  let pairs: [Pair]

  private static let right = #"{"pairs": [{"request_id": 5, "driver": 17}]}, or {"pairs": []} for none"#

  init(_ text: String) throws(AnswerFault) {
    let json = try JSON(answer: text, known: ["pairs"], right: Self.right)
    guard let items = json["pairs"]?.items else {
      throw AnswerFault("it has no list `pairs`; answer like \(Self.right)")
    }
    var pairs: [Pair] = []
    for (place, item) in items.enumerated() {
      guard let members = item.members,
        members.allSatisfy({ ["request_id", "driver", "why"].contains($0.key) }),
        let request = Self.name(item["request_id"]), let driver = Self.name(item["driver"])
      else {
        throw AnswerFault(
          "member \(place) of `pairs` does not have the form {\"request_id\": 5, \"driver\": 17}, with or without `why`"
        )
      }
      var pair = Pair(request: request, driver: driver)
      switch item["why"] ?? .null {
      case .null: break
      case .text(let sentence): pair.why = sentence
      default:
        throw AnswerFault(
          "`why` of member \(place) of `pairs` is not a text; leave it out, or give a reason in words")
      }
      pairs.append(pair)
    }
    self.pairs = pairs
  }

  private static func name(_ json: JSON?) -> String? {
    switch json {
    case .integer(let id): String(id)
    case .text(let name): name
    default: nil
    }
  }

  /// Returns the choice, and the reasons by attempt, after checking that each pair is a feasible pair of `window`.
  func choice(
    in window: GatheredWindow, _ subject: PolicySubject
  ) throws(AnswerFault) -> (choice: GatheredChoice, remarks: [String?]) {
    let fleet = window.attempts[0].fleet
    var rows: [String: Int] = [:]
    for (row, attempt) in window.attempts.enumerated() {
      rows[subject.requestNames.text(of: attempt.request.id)] = row
    }
    func name(_ driver: DriverIndex) -> String { subject.driverNames.text(of: fleet.drivers[driver].id) }
    var taken = TakenPairs(of: window, in: subject)
    var remarks = [String?](repeating: nil, count: window.attempts.count)
    for pair in pairs {
      guard let row = rows[pair.request] else {
        throw AnswerFault(
          "request \(pair.request) is not in this window; answer with pairs that the message has")
      }
      let list = window.candidates[row]
      guard let place = list.firstIndex(where: { name($0.driver) == pair.driver }) else {
        let isThere = window.driversWithRoom.contains { name($0) == pair.driver }
        guard isThere else {
          throw AnswerFault(
            "driver \(pair.driver) is not a driver of this window; answer with pairs that the message has"
          )
        }
        let known = list.prefix(12).map { name($0.driver) }.joined(separator: ", ")
        let more = list.count > 12 ? " and \(list.count - 12) more" : ""
        throw AnswerFault(
          "request \(pair.request) and driver \(pair.driver) are no pair of this window; "
            + (list.isEmpty
              ? "leave out the request, since no driver can take it"
              : "the drivers who can take the request are \(known)\(more)"))
      }
      try taken.take(place, for: row)
      remarks[row] = pair.why
    }
    return (try taken.choice(), remarks)
  }
}
