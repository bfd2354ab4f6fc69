import CPolicy
import Matching
import OutsidePolicies
import Quantities
import Travellers

extension Suite {
  /// The policy built into the program; the others make the same decisions and take longer.
  static let windowOwn = windows(
    "policy/window-own",
    "a window of 1,000 requests and 1,000 drivers, taking its pairs in order, in Swift within the program"
  ) { _ in InOrder() }

  static let windowLibrary = windows(
    "policy/window-library", "the same, by a function in C through the library interface"
  ) { subject in OutsidePolicies.policy(named: "in_order", in: subject, deciding: inOrder) }

  static let windowProcess = windows(
    "policy/window-process", "the same, by a process in Python through lines of JSON"
  ) { subject in try process(subject, hello: #", "request": [], "driver": ["driver"]"#) }

  static let windowProcessFields = windows(
    "policy/window-process-fields", "the same, with all fields of requests, drivers and pairs"
  ) { subject in try process(subject, hello: ", **everything(message)") }

  /// Starts a policy in Python that adds `hello` to its `hello` message.
  private static func process(_ subject: PolicySubject, hello: String) throws -> any GatheringPolicy {
    var policy = OutsidePolicy()
    policy.decides = .windows
    policy.command = [
      "python3", "-c",
      """
      import json, sys
      def everything(message):
          return {name: [field["name"] for field in message[name]] for name in ("request", "driver", "pair")}
      for line in sys.stdin:
          message = json.loads(line)
          if message["type"] == "end":
              break
          if message["type"] == "hello":
              answer = {"protocol": 1, "decides": "windows"\(hello)}
          else:
              requests, drivers, pairs = set(), set(), []
              for pair in message["pairs"]:
                  request, driver = pair["request_id"], pair["driver"]
                  if request not in requests and driver not in drivers:
                      requests.add(request)
                      drivers.add(driver)
                      pairs.append({"request_id": request, "driver": driver})
              answer = {"pairs": pairs}
          print(json.dumps(answer), flush=True)
      """,
    ]
    let begun = try PolicyChoice.outside(policy).policy(in: subject).begin()
    guard let gathering = begun.gathering else { preconditionFailure("the policy decides windows") }
    return gathering
  }

  /// Returns the benchmark of a window with an average of 20 pairs per request.
  private static func windows(
    _ name: String, _ summary: String,
    _ policy: @escaping @Sendable (PolicySubject) throws -> any GatheringPolicy
  ) -> Benchmark {
    Benchmark(name, .micro, summary, unit: "requests", sizes: [1_000], small: nil) { count, _ in
      let plane = Plane(drivers: count, requests: count)
      var terms = Terms()
      (terms.radius, terms.maxWait) = (4_700, Milliseconds(3_600_000))
      let fleet = Fleet(drivers: plane.drivers, terms: terms, space: plane.space)
      for driver in plane.drivers.places { fleet.announce(driver, at: .zero) }
      let subject = PolicySubject(scenario: name, seed: 1, replication: 0, geometry: .plane, folder: "")
      let policy = try policy(subject)
      return Work.arranged(count, "request") {
        var attempts = plane.requests.indices.map { plane.attempt(of: $0, fleet) }
        return {
          let decision = try policy.choose(together: &attempts)
          var checksum = Checksum()
          checksum.add(decision.choices.lazy.map { $0?.driver.rawValue ?? -1 })
          return Outcome(
            checksum, ["pairs": decision.pairs, "found": decision.choices.count { $0 != nil }])
        }
      }
    }
  }

  /// Takes the pairs in order, skipping pairs whose request or driver is already taken.
  private static let inOrder: detour_decide_function = { window, taken in
    guard let window = window?.pointee, let taken else { return 0 }
    var requests = [Bool](repeating: false, count: Int(window.request_count))
    var drivers = [Bool](repeating: false, count: Int(window.driver_count))
    var count: Int32 = 0
    for place in 0..<window.pair_count {
      let pair = window.pairs[Int(place)]
      guard !requests[Int(pair.request)], !drivers[Int(pair.driver)] else { continue }
      (requests[Int(pair.request)], drivers[Int(pair.driver)]) = (true, true)
      taken[Int(count)] = place
      count += 1
    }
    return count
  }
}

/// Takes the pairs in order, skipping pairs whose request or driver is already taken.
private struct InOrder: GatheringPolicy {
  let name = "in_order"

  func choose(together attempts: inout [Attempt]) -> GatheredChoice {
    let window = GatheredWindow(of: &attempts)
    var taken: Set<DriverIndex> = []
    return window.choice(
      taking: window.candidates.map { list in
        list.firstIndex { taken.insert($0.driver).inserted }
      })
  }
}
