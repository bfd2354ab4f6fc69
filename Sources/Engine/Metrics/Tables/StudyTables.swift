public import Quantities
public import Statistics
public import Tables

/// The columns of runs.csv, besides the run id, that are also used for reading it.
public enum StudyRunColumn {
  public static let seed = Column<StudyRun>.seed { $0.seed }
  public static let replication = Column<StudyRun>.integer(
    "replication", .identifier,
    "The replication number, from 0; the same random numbers at every point."
  ) { $0.replication }
  public static let fingerprint = Column<StudyRun>.text(
    "fingerprint", "The fingerprint of the run's tables.", unit: .identifier
  ) { $0.fingerprint }
}

/// The tables of a study's folder.
public enum StudyTables {
  /// The schemas of the tables, in documentation order; the names of study-dependent columns are in capitals.
  static let schemas: [TableSchema] = [
    runs(fields: ["FIELD"], figures: [anyFigure]).schema, summary(fields: ["FIELD"]).schema,
    warmUp(fields: ["FIELD"]).schema, tuning(fields: ["FIELD"], bounds: ["BOUND"]).schema,
    calibration(fields: ["FIELD"], figures: ["FIGURE"]).schema, performance.schema,
  ].map { schema in
    var schema = schema
    schema.name = "study/" + schema.name
    return schema
  }

  /// Returns the table with a row per run of a study that varies `fields`.
  public static func runs(fields: [String], figures: FigureList) -> Table<StudyRun> {
    runs(fields: fields, figures: columns(of: figures))
  }

  private static func runs(fields: [String], figures: [Column<StudyRun>]) -> Table<StudyRun> {
    Table(
      "runs", "A row per run of a study, in the order of the points; runs.csv in the study's folder.",
      key: fields + [StudyRunColumn.replication.schema.name],
      columns: [.text(ColumnSchema.runID) { $0.runID }] + varied(fields)
        + [StudyRunColumn.seed, StudyRunColumn.replication] + figures + [StudyRunColumn.fingerprint])
  }

  private static func columns(of figures: FigureList) -> [Column<StudyRun>] {
    figures.columns.enumerated().map { place, figure in
      // As written, whatever their length.
      .text(ColumnSchema(figure.name, figure.unit, .decimal, figure.metric.meaning)) { $0.figures[place] }
    }
  }

  private static let anyFigure = Column<StudyRun>(
    ColumnSchema(
      "FIGURE", .none, .decimal,
      "A column per figure of summary.csv, such as match_rate or wait_s.mean, with as many decimals as its unit has, or 6 for "
        + "fractions of counts."
    )
  ) { _, place in place }

  /// Returns the table with a row per point and figure of a study.
  public static func summary(fields: [String]) -> Table<StudyFigure> {
    Table(
      "summary",
      "A row per point and figure of a study; summary.csv in the study's folder. Figures without values have no row.",
      key: ["point", "metric", "statistic"],
      columns: [point { $0.point }] + varied(fields) + [
        .metric { $0.figure.metric },
        .word("statistic", "The statistic of the figure; see the list of statistics.") {
          $0.figure.statistic
        },
        .word("unit", "The unit of the figure.") { $0.figure.unit },
        .count("n", "The number of runs in which the figure applies.") { $0.statistics.count },
        .figure("mean", "The mean over these runs, with at least 3 decimals.") {
          ($0.statistics.mean, $0.decimals)
        },
        .figure(
          "sd", "The sample standard deviation over these runs (denominator n − 1); empty for a single run."
        ) {
          ($0.statistics.standardDeviation, $0.decimals)
        },
        .figure(
          "half_width_95", "The half-width of the 95 % Student t interval of the mean.",
          formula: "t(0.975; n − 1) · sd ÷ √n"
        ) { ($0.halfWidth, $0.decimals) },
        .figure("lower_95", "The lower end of the interval.", formula: "mean − half_width_95") {
          ($0.interval?.lowerBound, $0.decimals)
        },
        .figure("upper_95", "The upper end of the interval.", formula: "mean + half_width_95") {
          ($0.interval?.upperBound, $0.decimals)
        },
      ])
  }

  /// Returns the table of the results of MSER-5, with a row per point at which the scenario is stationary.
  public static func warmUp(fields: [String]) -> Table<StudyWarmUp> {
    Table(
      "warm_up",
      "A row per point whose scenario is stationary: constant rates and travel times; warm_up.csv in the study's folder."
        + " MSER-5 is applied to the matches over time, averaged over the runs.",
      key: ["point"],
      columns: [point { $0.point }] + varied(fields) + [
        .count("runs", "The number of runs at the point.") { $0.runs },
        .seconds("period_s", "The period from second 0 that was evaluated.") { $0.course.period },
        .seconds("deleted_s", "The initial period that MSER-5 truncates; empty if no steady state is found.")
        {
          $0.course.deleted
        },
        .seconds("warm_up_s", "The scenario's time.warm_up_s.") { $0.warmUp },
        .word(
          "verdict",
          "The verdict on this warm-up: `long_enough`, `too_short`, or `no_steady_state` (run longer)."
        ) {
          $0.course.verdict(warmUp: $0.warmUp)
        },
      ])
  }

  /// Returns the table with a row per point of a tuned study: its status in the search.
  public static func tuning(fields: [String], bounds: [String]) -> Table<StudyTuned> {
    Table(
      "tuning",
      "A row per point evaluated by `detour tune`, with its status; tuning.csv in the study's folder.",
      key: ["point"],
      columns: [point { $0.point }] + varied(fields) + [
        .count("runs", "The number of runs at the point.") { $0.runs },
        .word(
          "state",
          "The status of the point: `best` was selected, `beaten` is worse, `equal` has the same objective in every run as"
            + " another, `infeasible` violates a bound, `incomplete` lacks a figure in more than half of its runs, and"
            + " `undecided` remained when the budget was used up."
        ) { $0.state },
        .count("beaten_by", "The better point; empty unless `beaten`.") { $0.beatenBy },
        .figure("objective", "The mean of the objective, in its unit.") {
          ($0.objective.mean, $0.decimals)
        },
        .figure("half_width_95", "The half-width of the 95 % Student t interval of this mean.") {
          ($0.objective.halfWidth, $0.decimals)
        },
      ]
        + bounds.enumerated().map { place, bound in
          .figure(
            bound,
            "A column per bound, named after it: the margin by which the mean respects it, in its unit; negative if"
              + " violated."
          ) { ($0.slacks[place].value, $0.slacks[place].decimals) }
        } + [.count("equal_to", "The equal point; empty unless `equal`.") { $0.equalTo }])
  }

  /// Returns the table with a row per setting drawn from a calibration's posterior.
  public static func calibration(fields: [String], figures: [String]) -> Table<StudySample> {
    Table(
      "calibration",
      "A row per setting that `detour calibrate` drew from the posterior; calibration.csv in the study's folder. All rows have"
        + " equal weight.",
      key: ["sample"],
      columns: [.count("sample", "The number of the draw, from 1.") { $0.sample }] + varied(fields)
        + [
          .figure(
            "log_density",
            "The logarithm of the posterior density, up to a constant; the 95 % region contains all settings except the 5 % of the "
              + "rows with the lowest density."
          ) { ($0.logDensity, 6) }
        ]
        + figures.enumerated().map { place, figure in
          .figure(
            figure,
            "A column per observed figure, named after it: the prediction of its surface, in its unit."
          ) { ($0.expected[place], 6) }
        })
  }

  /// The table with a row per run of a study: its computing time.
  public static let performance = Table<StudyPerformance>(
    "performance",
    "A row per run of a study with its computing time; performance.csv in the study's folder.",
    key: ["run_id"], isDeterministic: false,
    columns: [
      .text(ColumnSchema.runID) { $0.runID },
      microseconds("wall_s", "The wall-clock time of the run.") { $0.performance.wallSeconds },
      microseconds("cpu_s", "The processor time of the thread that executed the run.") {
        $0.performance.cpuSeconds
      },
      microseconds(
        "input_s",
        "The wall-clock time for reading and sampling, and for preprocessing a network at first use."
      ) {
        $0.seconds(of: Performance.input)
      },
      microseconds("simulation_s", "The wall-clock time for the events.") {
        $0.seconds(of: Performance.simulation)
      },
      microseconds("output_s", "The wall-clock time for the figures and the fingerprint.") {
        $0.seconds(of: Performance.output)
      },
      .count("events", "The number of events executed.") { $0.performance.events },
      .count("requests", "The number of requests that took part, including probes.") {
        $0.performance.requests
      },
    ])

  private static func point<Row: SendableMetatype>(_ take: @escaping @Sendable (Row) -> Int) -> Column<Row> {
    .count("point", "The number of the point, from 1, in the order of runs.csv.", take)
  }

  /// Returns a column for each varied field.
  private static func varied<Row: StudyRow>(_ fields: [String]) -> [Column<Row>] {
    fields.enumerated().map { place, field in
      .text(field, "A column per varied field, named by its path, with its value.") { $0.values[place] }
    }
  }

  /// Creates a column of times in seconds, to the microsecond.
  private static func microseconds(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (StudyPerformance) -> Double?
  ) -> Column<StudyPerformance> {
    Column(ColumnSchema(name, .seconds, .decimal, meaning)) { row, place in
      take(row.pointee).map { FieldText.store($0, decimals: 6, at: place) } ?? place
    }
  }
}

/// A row for a point of a study.
protocol StudyRow: SendableMetatype {
  /// The values of the varied fields.
  var values: [String] { get }
}

/// A run of a study.
///
/// A class, because a table has more than a hundred columns, each of which would copy the five references of a struct.
public final class StudyRun: StudyRow, Sendable {
  public let values: [String]
  public let runID: String
  public let seed: UInt64
  public let replication: Int
  /// The figures in the order of the market's columns, formatted as in the file; empty if not applicable.
  public let figures: [String]
  public let fingerprint: String

  /// Creates the row.
  public init(
    values: [String], runID: String, seed: UInt64, replication: Int, figures: [String], fingerprint: String
  ) {
    self.values = values
    self.runID = runID
    self.seed = seed
    self.replication = replication
    self.figures = figures
    self.fingerprint = fingerprint
  }
}

/// A figure at a point of a study, over the point's runs.
public struct StudyFigure: StudyRow, Sendable {
  let point: Int
  let values: [String]
  public let figure: FigureColumn
  public let statistics: RunningStatistics
  /// Student's 95 % t-interval of the mean; nil for fewer than two runs.
  public let interval: ClosedRange<Double>?

  /// Creates the row of point number `point`, from 1.
  public init(point: Int, values: [String], figure: FigureColumn, statistics: RunningStatistics) {
    self.point = point
    self.values = values
    self.figure = figure
    self.statistics = statistics
    interval = statistics.interval()
  }

  /// The half-width of the confidence interval.
  public var halfWidth: Double? { interval.map { ($0.upperBound - $0.lowerBound) / 2 } }

  /// The number of decimals of the figure's values in files.
  public var decimals: Int { figure.decimalsOfMean }
}

/// The start-up of the runs at a point of a study.
public struct StudyWarmUp: StudyRow, Sendable {
  let point: Int
  let values: [String]
  let runs: Int
  let course: StartUp
  let warmUp: Milliseconds

  /// Creates the row of point number `point`, from 1.
  public init(point: Int, values: [String], runs: Int, course: StartUp, warmUp: Milliseconds) {
    self.point = point
    self.values = values
    self.runs = runs
    self.course = course
    self.warmUp = warmUp
  }
}

/// The status of a point of a tuned study.
public struct StudyTuned: StudyRow, Sendable {
  /// The status of a point; the raw value is the name in the files.
  public enum State: String, CaseIterable, Sendable {
    case best, beaten, equal, infeasible, incomplete, undecided
  }

  let point: Int
  let values: [String]
  let runs: Int
  let state: State
  /// The number of the point that beats this one; nil if there is none.
  let beatenBy: Int?
  /// The number of the point with the same objective in every run; nil if there is none.
  let equalTo: Int?
  let objective: (mean: Double?, halfWidth: Double?)
  let decimals: Int
  let slacks: [(value: Double?, decimals: Int)]

  /// Creates the row of point number `point`, from 1, with the objective `figure`.
  public init(
    point: Int, values: [String], runs: Int, state: State, beatenBy: Int?, equalTo: Int?,
    figure: FigureColumn, statistics: RunningStatistics, slacks: [(value: Double?, decimals: Int)]
  ) {
    self.point = point
    self.values = values
    self.runs = runs
    self.state = state
    self.beatenBy = beatenBy
    self.equalTo = equalTo
    let row = StudyFigure(point: point, values: values, figure: figure, statistics: statistics)
    objective = (statistics.mean, row.halfWidth)
    decimals = row.decimals
    self.slacks = slacks
  }
}

/// A setting drawn by a calibration.
public struct StudySample: StudyRow, Sendable {
  let sample: Int
  let values: [String]
  let logDensity: Double
  let expected: [Double]

  /// Creates the row of draw number `sample`, from 1.
  public init(sample: Int, values: [String], logDensity: Double, expected: [Double]) {
    self.sample = sample
    self.values = values
    self.logDensity = logDensity
    self.expected = expected
  }
}

/// The cost of a run of a study.
public struct StudyPerformance: Sendable {
  let runID: String
  let performance: Performance

  /// Creates the row.
  public init(runID: String, _ performance: Performance) {
    self.runID = runID
    self.performance = performance
  }

  func seconds(of phase: String) -> Double? {
    performance.phases.first { $0.name == phase }?.wallSeconds
  }
}
