#include "CPageAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char style[] = {
#embed "assets/page.css"
    , 0};
static const char common[] = {
#embed "assets/common.js"
    , 0};
static const char charts[] = {
#embed "assets/charts.js"
    , 0};
static const char run_data[] = {
#embed "assets/run-data.js"
    , 0};
static const char run_map[] = {
#embed "assets/run-map.js"
    , 0};
static const char run_replay[] = {
#embed "assets/run-replay.js"
    , 0};
static const char run[] = {
#embed "assets/run.js"
    , 0};
static const char study[] = {
#embed "assets/study.js"
    , 0};

const char *detour_page_text(detour_page_asset asset) {
  switch (asset) {
    case detour_page_style:
      return style;
    case detour_page_common:
      return common;
    case detour_page_charts:
      return charts;
    case detour_page_run_data:
      return run_data;
    case detour_page_run_map:
      return run_map;
    case detour_page_run_replay:
      return run_replay;
    case detour_page_run:
      return run;
    case detour_page_study:
      return study;
  }
  return "";
}
