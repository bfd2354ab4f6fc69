import JSON5
import Matching
package import Scenario
import Statistics

extension Scenario.Choice {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "constant", \.constant, .number(.from(-1e6, to: 1e6)),
          "The constant of the ride's utility; the alternative has the constant 0."),
        Field(
          "weights", \.weights, .object(Scenario.ChoiceWeights.members),
          "The utility per unit of each attribute of the offer and of the alternative; 0: the attribute has no effect."
        ),
        Field(
          "alternative", \.alternative, Alternative.shape,
          "The passenger's alternative to the ride; `weights.ride_s` applies to its duration, `weights.price` to its cost. `none`: "
            + "only the ride's utility counts; `recorded`: the columns `alternative_s` and `alternative_cost` of the requests' file; "
            + "otherwise an object of one of the kinds."
        ).idle("`weights.ride_s` and `weights.price` are 0") {
          $0.weights.ride == 0 && $0.weights.price == 0
        },
        Field(
          "on_refusal", \.onRefusal, .oneOf,
          "What a passenger does after refusing an offer. `retries`: searches again, as if the driver had declined, excluding that driver for"
            + " the rest of the cycle. `leaves`: ends the request."),
      ])
  }
}

extension Scenario.ChoiceWeights {
  fileprivate static var members: Members<Self> {
    func weight(_ name: String, _ place: WritableKeyPath<Self, Double>, _ unit: String, _ summary: String)
      -> Field<Self>
    { Field(name, place, .number(.from(-1e6, to: 0), unit), summary) }
    return Members(
      Self(),
      [
        weight(
          "wait_s", \.wait, "1/s",
          "The utility per second from the offer, or the desired departure if later, to the car's arrival at the pickup."
        ),
        weight(
          "ride_s", \.ride, "1/s",
          "The utility per second from the pickup to the drop-off, boarding included."),
        weight("walk_m", \.walk, "1/m", "The utility per metre walked to the pickup and from the drop-off."),
        weight("price", \.price, "1/currency", "The utility per currency unit paid by the party."),
      ])
  }
}

extension Scenario.Choice.Alternative {
  /// The shape of a word, or of an object with a kind.
  fileprivate static var shape: Shape<Self> {
    let words = Shape<String>.choice(["none", "recorded"])
    let kinds = Shape<Self>.union([
      Kind(
        "direct", Scenario.DirectAlternative.members, Self.direct,
        { if case .direct(let direct) = $0 { direct } else { nil } },
        "A trip derived from the direct trip, such as by private car or public transport."),
      Kind(
        "law", Scenario.DrawnAlternative.members, Self.law,
        { if case .law(let law) = $0 { law } else { nil } },
        "A duration and a cost drawn for each request."),
    ])
    return Shape(
      declaration: .either([words.declaration, kinds.declaration]),
      read: { node, path, faults in
        if node.members != nil { return kinds.read(node, path, &faults) }
        return words.read(node, path, &faults).map { $0 == "recorded" ? .recorded : .none }
      },
      write: { alternative, writing in
        switch alternative {
        case .none: words.write("none", writing)
        case .recorded: words.write("recorded", writing)
        case .direct, .law: kinds.write(alternative, writing)
        }
      })
  }
}

extension Scenario.DirectAlternative {
  fileprivate static var members: Members<Self> {
    let amount = Shape<Double>.number(.from(0, to: 1e6), "currency")
    return Members(
      Self(),
      [
        Field(
          "factor", \.factor, .number(.from(0, to: 1e6)), "The duration as a multiple of the direct time."
        )
        .idle(withoutTime),
        Field(
          "constant_s", \.constant, .number(.from(0, to: 1e9), "s"),
          "The time added to the duration, such as for access to a stop and waiting there."
        ).idle(withoutTime),
        Field("cost", \.cost, amount, "The fixed cost for the party.").idle(
          withoutPrice),
        Field("cost_per_km", \.costPerKm, amount, "The party's cost per kilometre of the direct trip.")
          .idle(withoutPrice),
      ])
  }
}

extension Scenario.DrawnAlternative {
  fileprivate static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("time_s", \.time, .law(), isRequired: true, "The duration.").idle(withoutTime),
        Field("cost", \.cost, .law(unit: ""), "The cost for the party, in units of the currency.")
          .idle(withoutPrice),
      ])
  }
}

/// Returns the reason the duration of an alternative has no effect; nil if it may have one.
private func withoutTime<Root>(_ root: Root, _ scenario: Scenario) -> String? {
  scenario.demand.attributes?.choice?.weights.ride == 0
    ? "duration has no effect (`weights.ride_s` is 0)" : nil
}

/// Returns the reason the cost of an alternative has no effect; nil if it may have one.
private func withoutPrice<Root>(_ root: Root, _ scenario: Scenario) -> String? {
  scenario.demand.attributes?.choice?.weights.price == 0 ? "cost has no effect (`weights.price` is 0)" : nil
}

extension CarpoolFields {
  /// Rejects weights of attributes that no offer in the scenario has, and features incompatible with passenger choice.
  func checkChoice(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let choice = demand.attributes?.choice else { return }
    let field = ["demand.choice", "demand"]
    if choice.weights.walk != 0, matching.walking.reach == 0 {
      checked.conflict(
        "nobody walks, so the weight of walking has no effect; give matching.walk_m, or leave out demand.choice.weights.walk_m",
        ["demand.choice.weights.walk_m", "demand.choice.weights"] + field + ["matching.walk_m"], &faults)
    }
    if choice.weights.price != 0, money == nil {
      checked.conflict(
        "rides are free, so the weight of their price has no effect; give `money`, such as {}, or leave out demand.choice.weights.price",
        ["demand.choice.weights.price", "demand.choice.weights"] + field + ["money"], &faults)
    }
    if choice.alternative == .recorded, !readsRequests {
      checked.conflict(
        "recorded alternatives are read from the request file; give a demand of kind `recorded`, or"
          + " demand.choice.alternative of kind `direct` or `law`",
        ["demand.choice.alternative"] + field, &faults)
    }
    if board != nil {
      checked.conflict(
        "on the board, passengers choose among published trips by score; leave out `demand.choice` or `board`",
        field + ["board"], &faults)
    }
    if hindsight == true {
      checked.conflict(
        "the hindsight optimum assumes that passengers accept every ride; leave out `results.hindsight` or `demand.choice`",
        field + ["results.hindsight", "results"], &faults)
    }
  }
}
