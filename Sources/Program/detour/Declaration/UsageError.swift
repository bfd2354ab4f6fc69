/// The command line cannot be understood: exit code 64.
struct UsageError: Error {
  let sentence: String
  /// The command whose help will help.
  let command: String?

  init(_ sentence: String, command: String?) {
    self.sentence = sentence
    self.command = command
  }
}
