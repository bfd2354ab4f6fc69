/// The command line cannot be understood: exit code 64.
struct UsageError: Error {
  let sentence: String
  /// The command whose help will help.
  let command: String?
}

extension Command {
  /// The error of a command line of this command that cannot be understood, for the reason `sentence`.
  func misuse(_ sentence: String) -> UsageError { UsageError(sentence: sentence, command: name) }
}
