import Quantities
import Services
import Spaces

extension ServiceWeek {
  /// The week as the peer reads it: the rules, a line for each provider, a line for each job.
  var text: String {
    var lines = ["\(setup.providers.count) \(setup.jobs.count) \(Self.categories)"]
    for provider in setup.providers {
      guard case .radius(let radius) = provider.area else { continue }
      let base = provider.base.position
      let spans = provider.hours.spans.map { "\($0.from) \($0.to)" }.joined(separator: " ")
      lines.append(
        "\(base.x) \(base.y) \(provider.offers[0].category) \(radius) \(provider.price) \(provider.priorRating) \(spans)"
      )
    }
    for job in setup.jobs {
      let place = job.place.position
      let times = [job.submit, job.estimate, job.duration ?? job.estimate, job.latest].map {
        "\($0.rawValue)"
      }
      lines.append(
        "\(times.joined(separator: " ")) \(place.x) \(place.y) \(job.category) \(job.budget) \(job.leastRating)"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
