public import Metrics

/// The reason results cannot be read, compared or drawn; `description` is the message for users.
public enum ReportError: Error, Hashable, Sendable {
  /// The folder contains neither a run nor a study.
  case notResults(folder: String)
  /// A run where a study is needed.
  case notAStudy(folder: String)
  /// A file with invalid content.
  case damaged(file: String, reason: String)
  /// Results written by a newer version; the value is the message.
  case newer(String)
  /// An unreadable table: one sentence per fault, with file and line.
  case damagedTable(faults: String)
  /// A column name from earlier versions.
  case formerName(FormerName)
  case noRuns(file: String)
  /// An unknown figure.
  case unknownFigure(name: String, nearest: String?, examples: String)
  /// A figure missing in these results.
  case absentFigure(FigureColumn, folder: String)
  /// A field not varied in the study.
  case unknownParameter(name: String, folder: String, nearest: String?, known: [String])
  /// A value not in the study.
  case unknownValue(parameter: String, value: String, folder: String, known: [String])
  /// An invalid selection.
  case badSelection(text: String)
  /// An invalid constraint.
  case badConstraint(text: String)
  /// An unknown run id, or an ambiguous prefix of one.
  case unknownRun(id: String, folder: String)
  /// Two sides that have no seed and replication in common.
  case noCommonReplications(a: String, b: String)
  /// Two sides whose points cannot be matched.
  case unlikePoints(a: String, b: String, reason: String)
  /// A picture or an analysis that the study does not allow, with the remedy.
  case impossible(what: String, reason: String)
}

extension ReportError: CustomStringConvertible {
  /// The message: place, fault and remedy.
  public var description: String {
    switch self {
    case .notResults(let folder):
      "\(folder): contains no results (neither runs.csv of a study nor summary.csv of a run); give a folder written"
        + " by `detour run` or `detour sweep`"
    case .notAStudy(let folder):
      "\(folder): contains the results of a single run; give the folder of a study written by `detour sweep`"
    case .damaged(let file, let reason): "\(file): \(reason)"
    case .newer(let sentence): sentence
    case .damagedTable(let faults): faults
    case .formerName(let name): name.description
    case .noRuns(let file): "\(file): there are no rows below the header yet"
    case .unknownFigure(let name, let nearest, let examples):
      "`\(name)` is not a figure" + Self.meant(nearest)
        + "; give a figure such as \(examples); `detour columns summary` lists them"
    case .absentFigure(let figure, let folder):
      "\(folder): has no value of \(figure.name) in any run; choose another figure"
    case .unknownParameter(let name, let folder, let nearest, let known):
      known.isEmpty
        ? "\(folder): varies no fields, so `\(name)` cannot be selected"
        : "\(folder): does not vary `\(name)`" + Self.meant(nearest)
          + "; it varies \(known.joined(separator: ", "))"
    case .unknownValue(let parameter, let value, let folder, let known):
      "\(folder): has no point with \(parameter)=\(value)"
        + (known.isEmpty ? "" : "; \(parameter) has the values \(Self.listed(known))")
    case .badSelection(let text):
      "`\(text)` is not a selection; write field=value,field=value, such as matching.radius_m=800, or a run id"
    case .badConstraint(let text):
      "`\(text)` is not a constraint; write figure<=number or figure>=number, such as driver_detour_s.mean<=120"
    case .unknownRun(let id, let folder):
      "\(folder): `\(id)` is not the id of a run of one of its points; the ids are in column run_id of runs.csv"
    case .noCommonReplications(let a, let b):
      "\(a) and \(b) have no runs with the same seed and replication, so nothing can be paired; run both"
        + " with the same seeds and replications"
    case .unlikePoints(let a, let b, let reason): "\(a) and \(b) cannot be compared: \(reason)"
    case .impossible(let what, let reason): "\(what): \(reason)"
    }
  }

  private static func meant(_ nearest: String?) -> String { nearest.map { " (did you mean `\($0)`?)" } ?? "" }

  /// Returns the first twelve of `values`, and the number of the others.
  private static func listed(_ values: [String]) -> String {
    let shown = values.prefix(12).joined(separator: ", ")
    return values.count > 12 ? "\(shown) and \(values.count - 12) more" : shown
  }
}
