public import Ground
import Matching
import Travellers

extension Population {
  /// The notices for the user about drivers and requests, including refusals.
  public var notices: [InputNotice] { inputNotices + Side.allCases.flatMap(notices) }

  private func notices(of side: Side) -> [InputNotice] {
    let (causes, rows) = refusals(of: side)
    return (causes.isEmpty ? [] : [.refused(side: "\(side)", causes: causes, rows: rows)])
      + [unmetWishes(of: side)].compactMap(\.self)
  }

  /// Returns the number of refused members of a side, by cause, and their total number.
  func refusals(of side: Side) -> (causes: [InputNotice.Refusal], rows: Int) {
    let causes = refused.map {
      InputNotice.Refusal(
        cause: $0.cause.rawValue, meaning: $0.cause.meaning,
        count: side == .drivers ? $0.drivers : $0.requests)
    }
    return (causes.filter { $0.count > 0 }, side == .drivers ? drivers.count : requests.count)
  }
}
