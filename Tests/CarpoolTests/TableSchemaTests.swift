import Metrics
import Models
import Tables
import Testing

@testable import Carpool

/// The header lines as the formats document fixes them, letter by letter.
private let fixedHeaders: [(String, String)] = [
  (
    "requests",
    "run_id,request_id,submit_s,origin_x,origin_y,destination_x,destination_y,direct_s,direct_m,party_size,"
      + "luggage,smoker,sex,age,probe,outcome,cause,cycles,attempts,first_match_s,match_s,driver_id,"
      + "promised_pickup_s,latest_dropoff_s,pickup_s,dropoff_s,time_to_match_s,wait_s,ride_s,ride_m,"
      + "passenger_detour_factor,added_detour_s,added_detour_m,preference_agreement,cost,"
      + "wants_smoker,wants_sex,wants_age_min,wants_age_max,wants_required,user_id"
  ),
  (
    "attempts",
    "run_id,request_id,cycle,attempt,time_s,drivers_active,in_radius,on_route,with_seats,with_preferences,"
      + "within_limits,bounded_out,evaluated,outcome,cause,driver_id,reported_x,reported_y,time_to_pickup_s,"
      + "detour_s,detour_m,binding_limit,cost,answered_s,offer_wait_s,offer_ride_s,offer_walk_m,offer_price,"
      + "alternative_s,alternative_cost,choice_probability,choice_draw"
  ),
  (
    "drivers",
    "run_id,driver_id,origin_x,origin_y,destination_x,destination_y,depart_s,solo_arrive_s,arrive_s,solo_s,"
      + "solo_m,driven_s,driven_m,detour_s,detour_m,detour_ratio,max_detour_s,max_detour_ratio,seats,"
      + "luggage_room,smoker,sex,age,offers,declines,passengers_served,max_on_board,outcome,"
      + "wants_smoker,wants_sex,wants_age_min,wants_age_max,wants_required,user_id"
  ),
  (
    "stops",
    "run_id,driver_id,sequence,arrive_s,leave_s,kind,request_id,party_size,x,y,odometer_m,on_board_after,stop"
  ),
  (
    "timeseries",
    "run_id,from_s,to_s,drivers_active,requests_submitted,matches,pickups,dropoffs,requests_waiting,"
      + "passengers_on_board,match_rate,mean_time_to_match_s,mean_detour_s"
  ),
  ("summary", "run_id,scenario,seed,replication,metric,statistic,value,unit"),
  ("timing", "request_id,cycle,attempt,decision_us,drivers_active,in_radius,evaluated"),
]

struct TableSchemaTests {
  @Test(arguments: fixedHeaders)
  func `the header is the one that is fixed`(name: String, header: String) throws {
    #expect(try #require(CarpoolModel.dictionary.table(named: name)).header == header)
  }

  @Test(arguments: CarpoolModel.dictionary.tables)
  func `a table has distinct columns, each with a sentence, and a key among them`(table: TableSchema) {
    #expect(Set(table.columnNames).count == table.columns.count)
    #expect(Set(table.key).isSubset(of: table.columnNames))
    for column in table.columns {
      #expect(column.meaning.hasSuffix("."), "\(table.name).\(column.name)")
      #expect(column.meaning.first?.isUppercase == true, "\(table.name).\(column.name)")
    }
  }

  @Test(arguments: CarpoolModel.dictionary.tables)
  func `a column's name carries its unit`(table: TableSchema) {
    let suffixes: [Unit: String] = [.seconds: "_s", .metres: "_m", .microseconds: "_us"]
    for column in table.columns {
      for (unit, suffix) in suffixes {
        #expect((column.unit == unit) == column.name.hasSuffix(suffix), "\(table.name).\(column.name)")
      }
    }
  }

  @Test
  func `a table is found by its name and by its file's name`() {
    #expect(CarpoolModel.dictionary.table(named: "stops") == CarpoolTable.stops.schema)
    #expect(CarpoolModel.dictionary.table(named: "stops.csv") == CarpoolTable.stops.schema)
    #expect(CarpoolModel.dictionary.table(named: "stop") == nil)
  }
}
