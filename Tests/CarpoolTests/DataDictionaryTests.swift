import JSON5
import Metrics
import Models
import Tables
import Testing
import Travellers

@testable import Carpool

struct DataDictionaryTests {
  @Test
  func `the text of a table is aligned`() {
    let text = CarpoolModel.dictionary.text(of: CarpoolTable.timing.schema, width: 90)
    #expect(
      text == """
        timing.csv: A row per attempt with the time of the matcher's call; depends on the machine.
        Ordered by request_id, cycle, attempt. An empty field means not applicable.

          column          unit   type          meaning
          request_id      id     integer|text  The request, by the id of the demand file.
          cycle           count  integer       The number of the cycle of the request, from 1.
          attempt         count  integer       The number of the attempt within its cycle, from 1.
          decision_us     us     decimal       The wall-clock time of the matcher's call.
          drivers_active  count  integer       The number of drivers announced or under way,
                                               available or not.
          in_radius       count  integer       Available drivers whose reported position lies
                                               within r of the pickup.
          evaluated       count  integer       The number of drivers whose pairs of stops were
                                               evaluated.

        """)
  }

  @Test
  func `the text of a table explains the words in it and no others`() {
    let text = CarpoolModel.dictionary.text(of: CarpoolTable.stops.schema)
    #expect(text.contains("Stop kinds (kind of stops.csv)"))
    #expect(!text.contains("Request outcomes"))
  }

  @Test
  func `programs are told every column with its type, its words and the key`() throws {
    let package = CarpoolModel.dictionary.json()
    let resources = try #require(package["resources"]?.items)
    #expect(resources.count == CarpoolModel.tables.all.count)
    for (resource, table) in zip(resources, CarpoolModel.tables.all) {
      let schema = try #require(resource["schema"])
      let fields = try #require(schema["fields"]?.items)
      #expect(fields.map { $0["name"]?.words } == table.columnNames)
      #expect(schema["primaryKey"]?.items?.map(\.words) == table.key)
    }
    let kind = try #require(
      CarpoolModel.dictionary.json(of: CarpoolTable.stops.schema)["resources"]?.items?[0]["schema"]?[
        "fields"]?.items?[5])
    #expect(kind["name"]?.words == "kind" && kind["type"]?.words == "string")
    #expect(
      kind["constraints"]?["enum"]?.items?.map(\.words) == [
        "depart", "pickup", "dropoff", "transfer_dropoff", "transfer_pickup", "waypoint", "move",
        "arrive",
      ])
  }

  @Test
  func `no line is longer than the width`() {
    for line in CarpoolModel.dictionary.text().split(separator: "\n") {
      #expect(line.count <= 100, "\(line)")
      #expect(!line.hasSuffix(" "), "\(line)")
    }
  }

  @Test
  func `text and Markdown say every column, word, metric and statistic`() {
    let words =
      CarpoolModel.dictionary.tables.flatMap(\.columnNames) + Cause.allCases.map(\.rawValue)
      + CarpoolModel.figures.metrics.map(\.name) + Statistic.allCases.map(\.rawValue)
    let text = CarpoolModel.dictionary.text()
    let page = CarpoolModel.dictionary.markdown()
    for word in words {
      #expect(text.contains("  \(word) "), "\(word)")
      #expect(page.contains("| `\(word)` |"), "\(word)")
    }
  }

  @Test
  func `every row of a Markdown table has as many cells as its head`() {
    var bars: Int?
    for line in CarpoolModel.dictionary.markdown().split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        bars = nil
        continue
      }
      let count = line.replacing("\\|", with: "").count { $0 == "|" }
      #expect(count == bars ?? count, "\(line)")
      bars = count
    }
  }
}
