import CPageAssets

/// A style sheet or script included in pages, from `Sources/CPageAssets/assets`.
struct PageAsset: Sendable {
  let text: String

  private init(_ asset: detour_page_asset) { text = String(cString: detour_page_text(asset)) }

  static let style = Self(detour_page_style)
  /// Data access, formatting, elements.
  static let common = Self(detour_page_common)
  /// The scripts common to all charts, their axes and kinds.
  static let charts = [
    detour_page_charts_frame, detour_page_charts_axes, detour_page_charts_lines, detour_page_charts_bars,
    detour_page_charts_plane, detour_page_charts_forest,
  ].map(Self.init)
  /// A map over time, with its clock.
  private static let replay = [detour_page_run_map, detour_page_run_player].map(Self.init)
  /// The scripts for a run: tables, map, replay, and the page around them.
  static let run =
    [Self(detour_page_run_sections)] + replay
    + [detour_page_run_data, detour_page_run_replay, detour_page_run].map(Self.init)
  /// The scripts for a run of another market, without those of its own section.
  static let market = [detour_page_run_sections, detour_page_market].map(Self.init)
  static let shifts = [Self(detour_page_market_shifts)]
  static let orders = [Self(detour_page_market_orders)]
  static let services = replay + [detour_page_services_data, detour_page_market_services].map(Self.init)
  /// The scripts for a study: numbers and charts, influence of fields, surfaces and predictions, table of points.
  static let study = [
    detour_page_study, detour_page_study_influence, detour_page_study_surfaces, detour_page_study_what_if,
    detour_page_study_table,
  ].map(Self.init)
  static let comparison = Self(detour_page_comparison)
  static let benchmarks = Self(detour_page_benchmarks)
}
