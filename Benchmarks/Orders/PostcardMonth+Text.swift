import Foundation
import Lifecycle
import Orders
import Quantities
import Statistics

extension PostcardMonth {
  /// The month as the peer reads it: stations and packs, then a line for each order with the times that its cards take at
  /// each station, so that both do the same work.
  var text: String {
    var lines = [
      "\(world.fields.stations.count) \(world.fields.packs.count) \(world.accounts.count) \(world.orders.count)"
        + " \(world.fields.line.promise.rawValue) \(world.fields.line.cutOff?.rawValue ?? -1)"
    ]
    for station in world.fields.stations {
      let spans = station.hours.spans.map { "\($0.lowerBound) \($0.upperBound)" }.joined(separator: " ")
      lines.append("\(station.servers) \(station.unit.rawValue) \(station.atClose.rawValue) \(spans)")
    }
    for pack in world.fields.packs { lines.append("\(pack.credits) \(pack.price)") }
    lines.append(world.accounts.map { "\($0.credits)" }.joined(separator: " "))
    let times = world.fields.stations.map { ServiceTimes($0.service) }
    for order in world.orders {
      var words = ["\(order.submit.rawValue)", "\(order.account.rawValue)", "\(order.recipients)"]
      for (place, station) in world.fields.stations.enumerated() {
        for card in 0..<(station.unit == .order ? 1 : order.recipients) {
          let span = times[place].draw(
            rules.random, order: UInt64(bitPattern: order.id), station: place, card: card)
          words.append("\(span)")
        }
      }
      lines.append(words.joined(separator: " "))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
