/// An error in the command line, with exit code 64.
struct UsageError: Error {
  let sentence: String
  /// The command whose help explains the usage.
  let command: String?
}

extension Command {
  /// Returns the error for a wrong command line of this command, with `sentence` as the reason.
  func misuse(_ sentence: String) -> UsageError { UsageError(sentence: sentence, command: name) }
}
