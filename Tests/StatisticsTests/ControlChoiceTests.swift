import TestSupport
import Testing

@testable import Statistics

/// Controls that pay, and intervals that hold although they were chosen by the same replications.
@Suite struct ControlChoiceTests {
  private static let purpose = Purpose(rawValue: 900_041)
  private static let exact = Array(repeating: Array(repeating: 0.0, count: 4), count: 4)

  /// Responses around 0.5, of which four controls explain what `effects` say.
  private static func study(_ number: UInt64, count: Int, effects: [Double], error: [Double] = [0, 0, 0, 0])
    -> (responses: [Double], controls: [[Double]])
  {
    var draws = KeyedGenerator(seed: number, replication: 0, purpose: purpose)
    let rows = (0..<count).map { _ -> (Double, [Double]) in
      let controls = effects.map { _ in draws.normal() }
      let explained = zip(effects, controls).reduce(0) { $0 + $1.0 * $1.1 }
      return (0.5 + explained + draws.normal(), zip(controls, error).map { 30 * ($0 - $1) })
    }
    return (rows.map(\.0), rows.map(\.1))
  }

  /// The intervals hold as often as they should whether all of the controls matter, some, or none, and are narrower where they do.
  @Test(arguments: [10, 20], [[0.0, 0, 0, 0], [1, 0, 0, 0], [0.3, 0.3, 0.3, 0.3], [1, 0.5, 0.5, 1]])
  func intervalsHoldTheTruthWhateverWasChosen(count: Int, effects: [Double]) throws {
    let studies = isFullValidation ? 1000 : 100
    var (held, width, chosen) = (0, 0.0, 0)
    for number in 0..<studies {
      let (responses, controls) = Self.study(UInt64(number), count: count, effects: effects)
      let choice = try #require(ControlChoice(responses, controls: controls, covariance: Self.exact))
      var plain = RunningStatistics()
      for response in responses { plain.add(response) }
      let interval = choice.interval()
      held += interval.contains(0.5) ? 1 : 0
      let whole = try #require(plain.interval())
      width +=
        (interval.upperBound - interval.lowerBound) / (whole.upperBound - whole.lowerBound) / Double(studies)
      chosen += choice.chosen.count
    }
    let share = Double(held) / Double(studies)
    print(
      "coverage: controls chosen of four, \(count) replications, effects \(effects): \(share), width × \(width),"
        + " \(Double(chosen) / Double(studies)) chosen")
    let chance = isFullValidation ? 0 : 3 * (0.95 * 0.05 / Double(studies)).squareRoot()
    #expect(share >= 0.93 - chance && share <= min(1, 0.97 + chance))
    if effects[3] == 1 { #expect(width < 0.9 && chosen > studies) }
    if effects == [0, 0, 0, 0] { #expect(chosen < 2 * studies) }
  }

  /// A mean that is off by as much as its sample leaves open is no fault of the interval.
  @Test func meansOfASampleWidenTheInterval() throws {
    let studies = isFullValidation ? 1000 : 100
    var (held, heldWithout) = (0, 0)
    for number in 0..<studies {
      var draws = KeyedGenerator(seed: UInt64(number), replication: 1, purpose: Self.purpose)
      // Means from twenty draws, where they should be from many: the error is as large as that of the responses.
      let error = (0..<4).map { _ in draws.normal() / 20.0.squareRoot() }
      let (responses, controls) = Self.study(
        UInt64(number), count: 20, effects: [2, 0, 0, 0], error: error)
      let covariance = (0..<4).map { a in (0..<4).map { a == $0 ? 900.0 / 20 : 0 } }
      let choice = try #require(ControlChoice(responses, controls: controls, covariance: covariance))
      held += choice.interval().contains(0.5) ? 1 : 0
      let bare = try #require(ControlChoice(responses, controls: controls, covariance: Self.exact))
      heldWithout += bare.interval().contains(0.5) ? 1 : 0
    }
    print("coverage: means of controls from samples: \(Double(held) / Double(studies))")
    #expect(held >= studies * 90 / 100 && heldWithout < studies * 80 / 100, "\(held), \(heldWithout)")
  }

  @Test func theMeanIsThatOfTheRegressionOnWhatWasChosen() throws {
    let (responses, controls) = Self.study(1, count: 20, effects: [3, 0, 0, -2])
    let choice = try #require(ControlChoice(responses, controls: controls, covariance: Self.exact))
    #expect(choice.chosen.contains(0) && choice.chosen.contains(3))
    #expect(
      choice.controlled
        == ControlledMean(responses, controls: controls.map { row in choice.chosen.map { row[$0] } })
    )
    let again = try #require(ControlChoice(responses, controls: controls, covariance: Self.exact))
    #expect(again.interval() == choice.interval())
  }

  /// With five replications no control can be chosen: t₄ = 2.776, whatever was drawn.
  @Test(arguments: [5, 6, 10, 30])
  func theIntervalWithoutAControlIsStudents(count: Int) throws {
    var without = 0
    for number in 0..<20 {
      let (responses, controls) = Self.study(UInt64(number), count: count, effects: [0, 0, 0, 0])
      let choice = try #require(ControlChoice(responses, controls: controls, covariance: Self.exact))
      var plain = RunningStatistics()
      for response in responses { plain.add(response) }
      let (interval, whole) = (choice.interval(), try #require(plain.interval()))
      let width = interval.upperBound - interval.lowerBound
      let plainWidth = whole.upperBound - whole.lowerBound
      if choice.chosen.isEmpty {
        without += 1
        #expect(abs(width - plainWidth) < 1e-9 * plainWidth)
        #expect(abs(choice.controlled.mean - plain.mean!) < 1e-12 && choice.meanVariance == 0)
      }
      // What does not pay is not used.
      #expect(width <= plainWidth * (1 + 1e-9))
    }
    #expect(count < ControlChoice.leastCount ? without == 20 : without > 12, "\(without)")
  }

  @Test func whatTellsNothingIsNotChosen() throws {
    let (responses, controls) = Self.study(2, count: 20, effects: [3, 0, 0, 0])
    // One that never varies, one that repeats another, one that stands still off its mean.
    let odd = controls.map { [$0[0], 0, 2 * $0[0], 7] }
    let choice = try #require(ControlChoice(responses, controls: odd, covariance: Self.exact))
    #expect(choice.chosen == [0] || choice.chosen == [2])
    #expect(
      ControlChoice(Array(repeating: 1, count: 20), controls: odd, covariance: Self.exact) == nil, "no spread"
    )
    #expect(
      ControlChoice(Array(responses.prefix(4)), controls: Array(odd.prefix(4)), covariance: Self.exact)
        == nil,
      "too few")
    // A level a million times the spread changes no choice.
    let high = try #require(
      ControlChoice(responses.map { $0 + 1e6 }, controls: odd, covariance: Self.exact))
    #expect(high.chosen == choice.chosen)
  }
}
