import Matching
import Quantities
import Travellers

/// The pairs of a window chosen by an external policy, in which each request, each driver and each person occurs at
/// most once.
struct TakenPairs {
  private let window: GatheredWindow
  private let subject: PolicySubject
  /// By attempt: the index of its pair among its candidates; nil for an attempt without a pair.
  private(set) var places: [Int?]
  private var attemptOfDriver: [DriverIndex: Int] = [:]
  /// The indices of the attempts by car owners, who may drive instead, by request id.
  private let carOwners: [Int64: Int]

  init(of window: GatheredWindow, in subject: PolicySubject) {
    (self.window, self.subject) = (window, subject)
    places = window.attempts.map { _ in nil }
    carOwners = window.attemptsOfCarOwners
  }

  /// Adds the pair of the attempt at index `row` with its candidate at index `place`.
  ///
  /// - Throws: a fault if the request or the driver is already in another pair.
  mutating func take(_ place: Int, for row: Int) throws(AnswerFault) {
    let driver = window.candidates[row][place].driver
    guard places[row] == nil else {
      throw AnswerFault("\(name(row)) is in two pairs; answer with each request once")
    }
    if let other = attemptOfDriver.updateValue(row, forKey: driver) {
      throw AnswerFault(
        "\(name(driver)) is in two pairs, with \(name(other)) and with \(name(row)); answer with each driver once"
      )
    }
    places[row] = place
  }

  /// Returns the choice, provided that nobody is a driver in one pair and a passenger in another.
  ///
  /// - Throws: a fault that names such a person.
  func choice() throws(AnswerFault) -> GatheredChoice {
    // In the order of the attempts, so that the same answer has the same fault.
    for (row, place) in places.enumerated() {
      guard let place else { continue }
      let driver = window.candidates[row][place].driver
      guard let own = window.attempts[row].fleet.drivers[driver].ownRequest.flatMap({ carOwners[$0] }),
        places[own] != nil
      else { continue }
      throw AnswerFault(
        "\(name(driver)) drives \(name(row)), but is the person of \(name(own)), who rides in another pair; answer with each "
          + "person once")
    }
    return window.choice(taking: places)
  }

  /// Returns the name, for messages, of the request of the attempt at index `row`.
  func name(_ row: Int) -> String {
    "request \(subject.requestNames.text(of: window.attempts[row].request.id))"
  }

  private func name(_ driver: DriverIndex) -> String {
    "driver \(subject.driverNames.text(of: window.attempts[0].fleet.drivers[driver].id))"
  }
}
