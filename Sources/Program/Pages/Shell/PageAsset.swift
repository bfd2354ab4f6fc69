import CPageAssets

/// A piece of the program that pages carry: style or script, as it stands in `Sources/CPageAssets/assets`.
struct PageAsset: Sendable {
  let text: String

  private init(_ asset: detour_page_asset) { text = String(cString: detour_page_text(asset)) }

  static let style = Self(detour_page_style)
  /// Reading of data, formatting, elements.
  static let common = Self(detour_page_common)
  /// The scripts that all charts share, their axes, and the kinds of them.
  static let charts = [
    detour_page_charts_frame, detour_page_charts_axes, detour_page_charts_lines, detour_page_charts_bars,
    detour_page_charts_plane, detour_page_charts_forest,
  ].map(Self.init)
  /// A map that is drawn over time, and the clock of it.
  private static let replay = [detour_page_run_map, detour_page_run_player].map(Self.init)
  /// The tables of a run, the map, the replay, and the page around them.
  static let run =
    [Self(detour_page_run_sections)] + replay
    + [detour_page_run_data, detour_page_run_replay, detour_page_run].map(Self.init)
  /// The sections of the page of a run of another market; its own section is a further script.
  static let market = [detour_page_run_sections, detour_page_market].map(Self.init)
  static let shifts = [Self(detour_page_market_shifts)]
  static let orders = [Self(detour_page_market_orders)]
  static let services = replay + [detour_page_services_data, detour_page_market_services].map(Self.init)
  /// The numbers of a study and their charts, which fields matter, the table of its points.
  static let study = [detour_page_study, detour_page_study_influence, detour_page_study_table].map(Self.init)
  static let comparison = Self(detour_page_comparison)
  static let benchmarks = Self(detour_page_benchmarks)
}
