#include "CPageAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char style[] = {
#embed "assets/page.css"
    , 0};
static const char common[] = {
#embed "assets/common.js"
    , 0};
static const char charts_frame[] = {
#embed "assets/charts-frame.js"
    , 0};
static const char charts_axes[] = {
#embed "assets/charts-axes.js"
    , 0};
static const char charts_lines[] = {
#embed "assets/charts-lines.js"
    , 0};
static const char charts_bars[] = {
#embed "assets/charts-bars.js"
    , 0};
static const char charts_plane[] = {
#embed "assets/charts-plane.js"
    , 0};
static const char charts_forest[] = {
#embed "assets/charts-forest.js"
    , 0};
static const char run_data[] = {
#embed "assets/run-data.js"
    , 0};
static const char run_map[] = {
#embed "assets/run-map.js"
    , 0};
static const char run_layers[] = {
#embed "assets/run-layers.js"
    , 0};
static const char run_player[] = {
#embed "assets/run-player.js"
    , 0};
static const char run_replay[] = {
#embed "assets/run-replay.js"
    , 0};
static const char run[] = {
#embed "assets/run.js"
    , 0};
static const char run_records[] = {
#embed "assets/run-records.js"
    , 0};
static const char run_sections[] = {
#embed "assets/run-sections.js"
    , 0};
static const char pair[] = {
#embed "assets/pair.js"
    , 0};
static const char market[] = {
#embed "assets/market.js"
    , 0};
static const char market_orders[] = {
#embed "assets/market-orders.js"
    , 0};
static const char market_shifts[] = {
#embed "assets/market-shifts.js"
    , 0};
static const char services_data[] = {
#embed "assets/services-data.js"
    , 0};
static const char services_agenda[] = {
#embed "assets/services-agenda.js"
    , 0};
static const char market_services[] = {
#embed "assets/market-services.js"
    , 0};
static const char study[] = {
#embed "assets/study.js"
    , 0};
static const char study_influence[] = {
#embed "assets/study-influence.js"
    , 0};
static const char study_table[] = {
#embed "assets/study-table.js"
    , 0};
static const char study_surfaces[] = {
#embed "assets/study-surfaces.js"
    , 0};
static const char study_what_if[] = {
#embed "assets/study-what-if.js"
    , 0};
static const char comparison[] = {
#embed "assets/comparison.js"
    , 0};
static const char benchmarks[] = {
#embed "assets/benchmarks.js"
    , 0};

const char *detour_page_text(detour_page_asset asset) {
  switch (asset) {
    case detour_page_style:
      return style;
    case detour_page_common:
      return common;
    case detour_page_charts_frame:
      return charts_frame;
    case detour_page_charts_axes:
      return charts_axes;
    case detour_page_charts_lines:
      return charts_lines;
    case detour_page_charts_bars:
      return charts_bars;
    case detour_page_charts_plane:
      return charts_plane;
    case detour_page_charts_forest:
      return charts_forest;
    case detour_page_run_data:
      return run_data;
    case detour_page_run_map:
      return run_map;
    case detour_page_run_layers:
      return run_layers;
    case detour_page_run_player:
      return run_player;
    case detour_page_run_replay:
      return run_replay;
    case detour_page_run:
      return run;
    case detour_page_run_records:
      return run_records;
    case detour_page_run_sections:
      return run_sections;
    case detour_page_pair:
      return pair;
    case detour_page_market:
      return market;
    case detour_page_market_orders:
      return market_orders;
    case detour_page_market_shifts:
      return market_shifts;
    case detour_page_services_data:
      return services_data;
    case detour_page_services_agenda:
      return services_agenda;
    case detour_page_market_services:
      return market_services;
    case detour_page_study:
      return study;
    case detour_page_study_influence:
      return study_influence;
    case detour_page_study_surfaces:
      return study_surfaces;
    case detour_page_study_what_if:
      return study_what_if;
    case detour_page_study_table:
      return study_table;
    case detour_page_comparison:
      return comparison;
    case detour_page_benchmarks:
      return benchmarks;
  }
  return "";
}
