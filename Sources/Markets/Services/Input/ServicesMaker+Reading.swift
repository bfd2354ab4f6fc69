import Community
import Ground
import Quantities
import Scenario
import Spaces
import Tables

extension ServicesMaker {
  /// Reads the providers listed in a file.
  mutating func read(_ plan: RecordedProviders) throws(SynthesisError) {
    var time = scenario.time
    time.duration = nil
    var table = try RecordedRows(
      .providers, file: plan.file, path: FilePath.path(of: plan.file, in: folder),
      columns: plan.columns, time: time)
    var trades = trades
    let (territory, districts, start) = (territory, districts, scenario.time.start)
    var rows = try table.read {
      ProviderColumns(&$0, in: territory)
    } row: { columns, table in
      columns.provider(&table, plan, &trades, districts, &validated, &rated, start: start)
    }
    try table.finish()
    rows.order { $0.id < $1.id }
    self.trades = trades
    providers = rows
    providerNames = table.names
    inputs.append(table.input)
    notices += table.notices().map(\.description)
  }

  /// Reads the jobs listed in a file.
  mutating func read(_ plan: RecordedJobs) throws(SynthesisError) {
    var table = try RecordedRows(
      .jobs, file: plan.file, path: FilePath.path(of: plan.file, in: folder), columns: plan.columns,
      time: scenario.time)
    var trades = trades
    let (territory, districts, start) = (territory, districts, scenario.time.start)
    let isTimeCredits = if case .timeCredits = fields.settlement { true } else { false }
    let names = providerNames
    let members = Dictionary(
      providers.places.map { (names.text(of: providers[$0].id), $0) }, uniquingKeysWith: { first, _ in first }
    )
    let patience = fields.behaviour.patience ?? .never
    var clients = ClientRoll(members: members, knowsOthers: fields.users != nil)
    let hasUsers = fields.users != nil
    var rows = try table.read {
      JobColumns(&$0, in: territory, needsClient: isTimeCredits)
    } row: { columns, table in
      var job = columns.job(&table, plan, &trades, districts, &clients, start: start)
      if hasUsers, job.user == .none { job.user = UserIndex(rawValue: job.client.rawValue) }
      if job.patience == .never { job.patience = columns.patience(&table.rows) ?? patience }
      return table.isInPeriod(job.submit) ? job : nil
    }
    try table.finish()
    rows.order { $0.id < $1.id }
    clients.sort(of: &rows)
    self.trades = trades
    jobs = rows
    jobNames = table.names
    (self.clients, clientNames) = (clients.names.count, clients.names)
    inputs.append(table.input)
    notices += table.notices().map(\.description)
    let unknown = jobs.count { $0.user == .none }
    if hasUsers, unknown > 0 {
      notices.append(
        "jobs: \(unknown) of \(jobs.count) have no `client_id`, so their clients do not return")
    }
  }
}

/// The columns of a providers file.
private struct ProviderColumns {
  private let id: CSVColumn
  private let base: EndColumns
  private let categories: CSVColumn
  private let radius: CSVOptionalColumn
  private let districts: CSVOptionalColumn
  private let hours: CSVOptionalColumn
  private let price: CSVOptionalColumn
  private let rating: CSVOptionalColumn
  private let registered: CSVOptionalColumn
  private let validated: CSVOptionalColumn
  private let leaves: CSVOptionalColumn
  private let closes: CSVOptionalColumn

  init(_ rows: inout CSVReader, in territory: Territory) {
    id = rows.column("provider_id")
    base = EndColumns("base", &rows, in: territory)
    categories = rows.column("categories")
    radius = rows.optionalColumn("radius_m")
    districts = rows.optionalColumn("districts")
    hours = rows.optionalColumn("hours")
    price = rows.optionalColumn("price_per_h")
    rating = rows.optionalColumn("rating")
    registered = rows.optionalColumn("registered_s")
    validated = rows.optionalColumn("validated_s")
    leaves = rows.optionalColumn("leaves_s")
    closes = rows.optionalColumn("closes_s")
  }

  func provider(
    _ table: inout RecordedRows, _ plan: RecordedProviders, _ trades: inout TradesBuilder,
    _ map: DistrictMap, _ validated: inout Set<Int64>, _ rated: inout Set<Int64>, start: LocalDateTime?
  ) -> Provider {
    let id = table.id(id)
    let base = base.read(&table.rows)
    var provider = Provider(id: id, base: base.place, offers: offers(&table.rows, &trades))
    provider.key = table.key(of: id)
    provider.refusal = base.cause.flatMap { JobCause(rawValue: $0.rawValue) }
    provider.area = .radius(plan.radius ?? .infinity)
    if let metres = table.rows.double(radius) {
      if metres < 0 { table.rows.recordValue(radius, expected: .other("metres, at least 0")) }
      provider.area = .radius(metres)
    }
    if let text = table.rows.string(districts) {
      provider.area = .districts(map.read(text, districts, &table.rows))
    }
    provider.hours = plan.hours.working
    if let given = table.rows.workingHours(hours) { provider.hours = given }
    provider.price = table.rows.int64(price, in: 0...100_000_000) ?? 0
    let stars = table.rows.stars(rating)
    if stars != nil { rated.insert(provider.id) }
    provider.priorRating = stars ?? Int32((1_000 * plan.rating).rounded())
    provider.registered = table.rows.time(registered, after: start) ?? .zero
    let given = table.rows.time(self.validated, after: start)
    if given != nil { validated.insert(provider.id) }
    provider.validated =
      given ?? (provider.registered > .zero ? provider.registered + plan.validationDelay : .zero)
    provider.leaves = table.rows.time(leaves, after: start) ?? .never
    provider.closes = table.rows.time(closes, after: start) ?? .never
    if provider.closes < provider.registered {
      table.rows.recordValue(closes, expected: .other("a time after registered_s"))
    }
    return provider
  }

  /// Parses text such as `plumbing:leak+boiler|electricity`: categories, some with tasks.
  private func offers(_ rows: inout CSVReader, _ trades: inout TradesBuilder) -> [Provider.Offer] {
    var offers: [Provider.Offer] = []
    for item in rows.string(categories).split(separator: "|", omittingEmptySubsequences: false) {
      let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first, !name.isEmpty else {
        rows.recordValue(
          categories,
          expected: .other("categories separated by `|`, such as plumbing:leak+boiler|electricity"))
        return []
      }
      let category = trades.index(ofCategory: String(name))
      var tasks = TaskSet.all
      if parts.count > 1 {
        tasks.bits = 0
        for task in parts[1].split(separator: "+") {
          guard let index = trades.index(ofTask: String(task), in: category) else {
            rows.recordValue(
              categories, expected: .other("at most \(Trades.mostTasks) different tasks in a category"))
            return []
          }
          tasks.bits |= 1 << UInt64(index)
        }
      }
      if offers.contains(where: { $0.category == category }) {
        rows.recordValue(categories, expected: .other("each category once"))
      }
      offers.append(Provider.Offer(category: category, tasks: tasks))
    }
    return offers
  }
}

/// The columns of a jobs file.
private struct JobColumns {
  private let id: CSVColumn
  private let submit: CSVColumn
  private let place: EndColumns
  private let category: CSVColumn
  private let task: CSVOptionalColumn
  private let district: CSVOptionalColumn
  private let duration: CSVOptionalColumn
  private let realDuration: CSVOptionalColumn
  private let earliest: CSVOptionalColumn
  private let latest: CSVOptionalColumn
  private let budget: CSVOptionalColumn
  private let leastRating: CSVOptionalColumn
  private let patience: CSVOptionalColumn
  private let probe: CSVOptionalColumn
  private let client: CSVColumn?
  private let anyClient: CSVOptionalColumn

  init(_ rows: inout CSVReader, in territory: Territory, needsClient: Bool) {
    id = rows.column("job_id")
    submit = rows.column("submit_s")
    place = EndColumns("place", &rows, in: territory)
    category = rows.column("category")
    task = rows.optionalColumn("task")
    district = rows.optionalColumn("district")
    duration = rows.optionalColumn("duration_s")
    realDuration = rows.optionalColumn("real_duration_s")
    earliest = rows.optionalColumn("earliest_s")
    latest = rows.optionalColumn("latest_s")
    budget = rows.optionalColumn("budget")
    leastRating = rows.optionalColumn("least_rating")
    patience = rows.optionalColumn("patience_s")
    probe = rows.optionalColumn("probe")
    client = needsClient ? rows.column("client_id") : nil
    anyClient = rows.optionalColumn("client_id")
  }

  func patience(_ rows: inout CSVReader) -> Milliseconds? { rows.span(patience) }

  func job(
    _ table: inout RecordedRows, _ plan: RecordedJobs, _ trades: inout TradesBuilder, _ map: DistrictMap,
    _ clients: inout ClientRoll, start: LocalDateTime?
  ) -> Job {
    let id = table.id(id)
    let submit = table.rows.time(submit, after: start)
    let place = place.read(&table.rows)
    let name = table.rows.string(category)
    if name.isEmpty { table.rows.recordValue(category, expected: .other("the name of a category")) }
    var job = Job(
      id: id, submit: submit, category: trades.index(ofCategory: name), place: place.place,
      estimate: estimate(&table.rows, plan))
    job.key = table.key(of: id)
    job.refusal = place.cause.flatMap { JobCause(rawValue: $0.rawValue) }
    readTask(&table.rows, &trades, into: &job)
    if let text = table.rows.string(district) {
      job.districts = map.read(text, district, &table.rows)
    } else if place.cause == nil {
      job.districts = map.districts(at: place.place.position)
    }
    job.duration = table.rows.span(realDuration)
    job.earliest = table.rows.time(earliest, after: start) ?? submit
    job.latest =
      table.rows.time(latest, after: start) ?? plan.window.map { job.earliest + $0 } ?? .never
    if job.refusal == nil, job.latest < job.earliest || job.latest < submit { job.refusal = .badWindow }
    job.budget = table.rows.int64(budget, in: 0...1_000_000_000_000) ?? .max
    job.leastRating = table.rows.stars(leastRating) ?? 0
    job.isProbe = table.rows.bool(probe) ?? false
    readClient(&table.rows, &clients, into: &job)
    return job
  }

  private func readTask(_ rows: inout CSVReader, _ trades: inout TradesBuilder, into job: inout Job) {
    guard let name = rows.string(task) else { return }
    if let index = trades.index(ofTask: name, in: job.category) {
      job.tasks = TaskSet(task: index)
    } else {
      rows.recordValue(task, expected: .other("at most \(Trades.mostTasks) different tasks in a category"))
    }
  }

  private func readClient(_ rows: inout CSVReader, _ clients: inout ClientRoll, into job: inout Job) {
    if let client {
      job.client = clients.members[rows.string(client)] ?? .none
      if job.client == .none {
        rows.recordValue(client, expected: .other("the provider_id of the requesting member"))
      }
    } else if clients.knowsOthers, let name = rows.string(anyClient) {
      if let member = clients.members[name] {
        job.client = member
      } else if name.utf8.count <= Names.longest {
        job.user = clients.user(called: name)
      } else {
        rows.recordValue(anyClient, expected: .other("a name of at most \(Names.longest) bytes"))
      }
    }
  }

  private func estimate(_ rows: inout CSVReader, _ plan: RecordedJobs) -> Milliseconds {
    let limit = Milliseconds(seconds: 1e7)
    if let span = rows.milliseconds(duration) {
      if span > .zero, span <= limit { return span }
    } else if let span = plan.duration {
      return span
    }
    if duration.isPresent {
      rows.recordValue(duration, expected: .other("seconds above 0, up to 10000000"))
    } else {
      rows.recordValue(
        category, expected: .other("a column duration_s, or demand.duration_s in the scenario"))
    }
    return Milliseconds(1_000)
  }
}

/// The clients of recorded jobs, identified by name: members and, if returning users are simulated, others.
private struct ClientRoll {
  let members: [String: ProviderIndex]
  let knowsOthers: Bool
  /// The names of the clients who are not members, in order of appearance.
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  init(members: [String: ProviderIndex], knowsOthers: Bool) {
    self.members = members
    self.knowsOthers = knowsOthers
  }

  mutating func user(called name: String) -> UserIndex {
    if places[name] == nil {
      places[name] = names.count
      names.append(name)
    }
    return UserIndex(members.count + (places[name] ?? 0))
  }

  /// Sorts the clients by name, so that their indices do not depend on the order of rows; does nothing if all names are
  /// whole numbers.
  mutating func sort(of jobs: inout [Job]) {
    guard names.contains(where: { Int64($0) == nil }) else { return }
    let sorted = names.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let ranks = Dictionary(uniqueKeysWithValues: zip(sorted, 0...))
    for place in jobs.indices where jobs[place].user != .none && Int(jobs[place].user) >= members.count {
      let name = names[Int(jobs[place].user) - members.count]
      jobs[place].user = UserIndex(members.count + (ranks[name] ?? 0))
    }
    names = sorted
  }
}

extension CSVReader {
  /// Returns the rating in `column`, in thousandths of a star; nil if the field is empty.
  fileprivate mutating func stars(_ column: CSVOptionalColumn) -> Int32? {
    guard let stars = double(column) else { return nil }
    guard (1...5).contains(stars) else {
      recordValue(column, expected: .other("stars from 1 to 5"))
      return nil
    }
    return Int32((1_000 * stars).rounded())
  }
}

extension DistrictMap {
  /// Returns the districts listed in `text`, separated by `|`; records a fault in `column` for each unknown name.
  fileprivate func read(_ text: String, _ column: CSVOptionalColumn, _ rows: inout CSVReader) -> DistrictSet {
    var set = DistrictSet()
    for name in text.split(separator: "|") {
      if let index = index(of: String(name)) {
        set.insert(index)
      } else {
        rows.recordValue(
          column,
          expected: .other("districts of the scenario separated by `|`: \(names.joined(separator: ", "))"))
        break
      }
    }
    return set
  }
}
