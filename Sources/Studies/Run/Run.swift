public import Carpool

/// A run of a carpool, from its world to its results.
///
///     var run = try Run(contentsOf: "Scenarios/quickstart.json5")
///     run.setup.policy = LeastDetour()                    // where it shall not be the scenario's
///     let results = try run.results()
///     results.figures[.matchRate]                         // 0.62
public typealias Run = CarpoolRun
