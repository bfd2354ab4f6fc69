/// Scenario texts that several tests read.
public enum Examples {
  /// The least that a scenario must say.
  public static let least = "{space: {kind: 'plane'}, supply: {kind: 'none'}, demand: {kind: 'none'}}"

  /// A scenario that says something about everything.
  public static let full = """
    // Everything there is.
    {
      name: "full", description: "all fields", seed: 18446744073709551615, replication: 3,
      time: {start: "2008-05-22T00:00:00", duration_s: 7200.5, warm_up_s: 60, horizon_s: 10000},
      space: {kind: "city", columns: 20, rows: 30, block_m: 120.5, one_way_share: 0, snap_m: 100},
      supply: {
        kind: "synthetic", per_hour: 1200, profile: [1, 3, 0.5],
        od: {
          kind: "zones",
          zones: [
            {name: "centre", x: 1000, y: 2000, radius_m: 500, production: 1, attraction: 5},
            {name: "east", x: 3000, y: 2000, radius_m: 900.25},
          ],
          gravity: {deterrence: "power", scale_m: 3000, exponent: 1.5},
        },
        seats: 4, max_detour_s: 600, persons: {age_mean: 40.5}, wishes: null,
      },
      demand: {
        kind: "synthetic", count: 500, od: {kind: "displacement", length_m: 4000, bearing_deg: 90},
        profile: [{until_s: 3600, weight: 1}, {until_s: 7200.5, weight: 2}],
        party_size: [1, 1], probe_share: 0.25, first_id: 100000,
      },
      trips: {file: "trips.csv.gz", driver_share: 0.3},
      matching: {
        policy: "nearest", radius_m: 800, spacing_m: 0, limits: {max_detour_s: null, max_delay_s: 600},
      },
      behaviour: {patience_s: null, stop_duration_s: 0.0015},
      input: {longest_trip_m: null},
      results: {interval_s: 60, record: ["events"]},
    }
    """
}
