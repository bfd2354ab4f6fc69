/* What pages are made of besides their data: style and scripts, as they stand in `assets`. */
#ifndef CPAGEASSETS_H
#define CPAGEASSETS_H

typedef enum {
  detour_page_style,
  detour_page_common,
  detour_page_charts_frame,
  detour_page_charts_axes,
  detour_page_charts_lines,
  detour_page_charts_bars,
  detour_page_charts_plane,
  detour_page_charts_forest,
  detour_page_run_data,
  detour_page_run_map,
  detour_page_run_layers,
  detour_page_run_player,
  detour_page_run_replay,
  detour_page_run,
  detour_page_run_records,
  detour_page_run_sections,
  detour_page_pair,
  detour_page_market,
  detour_page_market_shifts,
  detour_page_market_orders,
  detour_page_services_data,
  detour_page_services_agenda,
  detour_page_market_services,
  detour_page_study,
  detour_page_study_influence,
  detour_page_study_surfaces,
  detour_page_study_what_if,
  detour_page_study_table,
  detour_page_comparison,
  detour_page_benchmarks
} detour_page_asset;

/* The text of an asset, which ends with a zero byte. */
const char *detour_page_text(detour_page_asset asset);

#endif
