import PolicyProcess

/// `LeastDetour` as a process, which any scenario, sweep or study can name:
///
///     matching: { policy: { command: ["…/LeastDetourProcess"], name: "least_detour" } }
@main
struct LeastDetourProcess {
  static func main() throws {
    // It is told no more than it looks at.
    try PolicyServer.serve(candidateFields: ["driver", "added_detour_s"], requestFields: []) { attempt in
      attempt.candidates.min { $0["added_detour_s"] < $1["added_detour_s"] }?.driver
    }
  }
}
