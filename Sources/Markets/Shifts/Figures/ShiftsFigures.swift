import Lifecycle
public import Metrics
import Quantities

extension ShiftsRun {
  /// All figures of the shifts market, in the order of summary.csv.
  public static let figures: [Figure<ShiftsRun>] =
    signUpFigures + placeFigures + wishFigures + volunteerFigures + eventFigures

  private static let signUpFigures: [Figure<ShiftsRun>] =
    [
      Figure(ShiftsMetric.matchRate) { run in
        let settled = run.settled
        return .share(
          settled.count { run.records.lifecycle.requests[$0].firstMatch != nil }, of: settled.count)
      },
      Figure(ShiftsMetric.serviceRate) { run in
        let settled = run.settled
        return .share(
          settled.count { run.records.lifecycle.requests[$0].outcome == .worked }, of: settled.count)
      },
      Figure(ShiftsMetric.requests) { .count($0.settled.count) },
      Figure(ShiftsMetric.attemptsPerMatch) { run in
        let settled = Set(run.settled)
        let attempts = run.records.lifecycle.attempts.filter { settled.contains($0.request) }
        let accepted = attempts.count { $0.outcome == .accepted }
        return .number(accepted > 0 ? Double(attempts.count) / Double(accepted) : nil)
      },
      Figure(ShiftsMetric.timeToConfirm) { run in
        .sample(
          run.settled.compactMap { request in
            run.records.lifecycle.requests[request].firstMatch.map { ($0 - run.signUp(of: request)).seconds }
          })
      },
    ]
    + ShiftCause.allCases.filter { $0 != .outage }.map(counted)

  /// Returns the figure for the number of sign-ups that ended with `cause`.
  static func counted(_ cause: ShiftCause) -> Figure<ShiftsRun> {
    Figure(ShiftsMetric.cause(cause)) { run in
      let requests = run.records.lifecycle.requests
      let population = cause == .afterDeadline ? run.counted : run.settled
      return .count(population.count { requests[$0].outcome != .worked && requests[$0].cause == cause })
    }
  }

  private static let placeFigures: [Figure<ShiftsRun>] = [
    Figure(ShiftsMetric.places) { .count($0.festival.programme.places) },
    Figure(ShiftsMetric.placesFilled) { .count($0.filled) },
    Figure(ShiftsMetric.placesEmpty) { .count($0.festival.programme.places - $0.filled) },
    Figure(ShiftsMetric.fillRatio) { .share($0.filled, of: $0.festival.programme.places) },
    Figure(ShiftsMetric.mannedRatio) { run in
      .share(
        run.records.lifecycle.requests.count { $0.outcome == .worked }, of: run.festival.programme.places)
    },
    Figure(ShiftsMetric.fullShiftsRatio) { run in
      let ratios = run.fillRatios { shift in Int(shift.rawValue) }
      return .share(ratios.count { $0 >= 1 }, of: ratios.count)
    },
    Figure(ShiftsMetric.slotFillRatio) { run in
      .sample(run.fillRatios { Int(run.festival.programme.shifts[$0].slot) })
    },
    Figure(ShiftsMetric.slotMannedRatio) { run in
      .sample(run.shares(of: run.mannedOfShift) { Int(run.festival.programme.shifts[$0].slot) })
    },
    Figure(ShiftsMetric.postFillRatio) { run in
      .sample(run.fillRatios { Int(run.festival.programme.shifts[$0].post) })
    },
    Figure(ShiftsMetric.shiftFillRatio) { run in .sample(run.fillRatios { Int($0) }) },
  ]

  private static let wishFigures: [Figure<ShiftsRun>] =
    (1...3).map { rank in
      Figure(ShiftsMetric.wishMet(rank)) { run in
        let placed = run.placed
        return .share(
          placed.count { run.isWished($0) && run.rank(of: $0).map { Int($0) } == rank }, of: placed.count)
      }
    } + [
      Figure(ShiftsMetric.wishOther) { run in
        let placed = run.placed
        return .share(placed.count { !run.isWished($0) }, of: placed.count)
      },
      Figure(ShiftsMetric.wishRank) { run in
        .sample(run.placed.compactMap { run.rank(of: $0).map { Double($0) } })
      },
    ]

  private static let volunteerFigures: [Figure<ShiftsRun>] = [
    Figure(ShiftsMetric.volunteers) { .count($0.shiftsOfVolunteers.count) },
    Figure(ShiftsMetric.volunteersPlaced) { run in
      let shifts = run.shiftsOfVolunteers
      return .share(shifts.count { $0 > 0 }, of: shifts.count)
    },
    Figure(ShiftsMetric.shiftsPerVolunteer) { run in .sample(run.shiftsOfVolunteers.map { Double($0) }) },
  ]

  private static let eventFigures: [Figure<ShiftsRun>] = [
    Figure(ShiftsMetric.assigned) { run in .count(run.records.lifecycle.requests.count { $0.wasAssigned }) },
    Figure(ShiftsMetric.moves) { run in .count(run.records.ledger.count { $0.kind == .movedTo }) },
    Figure(ShiftsMetric.withdrawals) { run in .count(run.records.ledger.count { $0.kind == .withdrawn }) },
    Figure(ShiftsMetric.withdrawnFromAll) { run in .count(run.records.withdrawals.count { $0 != .never }) },
    Figure(ShiftsMetric.noShows) { run in
      .count(run.records.lifecycle.requests.count { $0.outcome == .noShow })
    },
    Figure(ShiftsMetric.changes) { run in .count(run.records.ledger.count { $0.kind == .changedTo }) },
    Figure(ShiftsMetric.refusedChanges) { run in
      .count(run.records.lifecycle.requests.reduce(0) { $0 + Int($1.refusedChanges) })
    },
    Figure(ShiftsMetric.reserve) { run in .count(run.records.lifecycle.requests.count { $0.isReserve }) },
    Figure(ShiftsMetric.steppedIn) { run in .count(run.records.ledger.count { $0.kind == .steppedIn }) },
    Figure(ShiftsMetric.reserveUsed) { run in
      .share(
        run.records.ledger.count { $0.kind == .steppedIn },
        of: run.records.lifecycle.requests.count { $0.isReserve })
    },
  ]

  // MARK: - What they are made of

  /// The number of places taken at the end of the run.
  private var filled: Int { takenOfShift.reduce(0, +) }

  /// The sign-ups that have a place at the end of the run, whether or not they had wishes.
  var placed: [SignUpIndex] { finished.filter { records.lifecycle.requests[$0].section != .none } }

  /// Returns the ratio of filled to all places for each group of shifts with the same `key`, omitting groups without
  /// places.
  private func fillRatios(by key: (ShiftIndex) -> Int) -> [Double] { shares(of: takenOfShift, by: key) }

  /// The number of volunteers who came to each shift.
  private var mannedOfShift: [Int] {
    let sections = festival.programme.sections
    return sections.places.reduce(into: Array(repeating: 0, count: festival.programme.shifts.count)) {
      $0[Int(sections[$1].shift)] += mannedOfSection[Int($1)]
    }
  }

  /// Returns the ratio of `counts` to all places for each group of shifts with the same `key`; `counts` has one number
  /// per shift.
  private func shares(of counts: [Int], by key: (ShiftIndex) -> Int) -> [Double] {
    let shifts = festival.programme.shifts
    let keys = shifts.places.map(key)
    var filled = Array(repeating: 0, count: (keys.max() ?? -1) + 1)
    var needed = filled
    for (shift, key) in zip(shifts.places, keys) {
      filled[key] += counts[Int(shift)]
      needed[key] += Int(shifts[shift].capacity)
    }
    return zip(filled, needed).filter { $1 > 0 }.map { Double($0) / Double($1) }
  }

  /// The number of places that each volunteer has at the end of the run, excluding refused volunteers.
  private var shiftsOfVolunteers: [Int] {
    festival.volunteers.compactMap { volunteer in
      let isRefused = volunteer.requests.contains { records.lifecycle.requests[$0].outcome == .refusedInput }
      return isRefused ? nil : volunteer.requests.count { records.lifecycle.requests[$0].section != .none }
    }
  }
}
