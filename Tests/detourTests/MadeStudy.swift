/// A study folder as `detour sweep` writes it: a grid of radius and detour limit, six replications a point.
enum MadeStudy {
  static let radii = [250, 500, 1000]
  static let limits = [120, 240, 480]
  static let replications = 6

  /// Writes the study as `folder`; matches grow by `shift`, and by a little that no two replications have alike.
  static func write(_ folder: String, to scratch: Scratch, shift: Double = 0) throws {
    var text =
      "run_id,matching.radius_m,matching.limits.max_detour_s,seed,replication,match_rate,driver_detour_s.mean,fingerprint\n"
    for (i, radius) in radii.enumerated() {
      for (j, limit) in limits.enumerated() {
        for k in 0..<replications {
          let wave = 0.001 * Double((i * 5 + j * 3 + k * 7) % 11)
          let rate = 0.1 + 0.15 * Double(i) + 0.1 * Double(j) - 0.02 * Double(i * j) + wave + shift
          let detour = 20 * Double(i + 1) * Double(j + 1) + 100 * wave
          let id = "c0ffee0\(i)\(j)00000\(k)"
          text += "\(id)f,\(radius),\(limit),1,\(k),\(rate),\(detour),\(String(repeating: "a", count: 64))\n"
        }
      }
    }
    try scratch.write(text, to: folder + "/runs.csv")
  }
}
