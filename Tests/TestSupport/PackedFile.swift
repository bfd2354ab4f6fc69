import Foundation
import Tables
import Testing

/// Small binary files in the text of tests: compressed by gzip, in Base64 with white space.
public enum PackedFile {
  /// An OMX file with several lists of zone names, which h5py wrote: the matrix 0, 10, 30; 40, 0, 20; 0, 0, 5, whose zones the list
  /// `small` calls 101, 7 and 55.
  public static let lookups = """
    H4sIAAAAAAACA+v0cHHj5ZLiYgABDg4GFgYBBmTwHwpOSKLyYfIJUJoRSndA6RVMMHFGsJwEVFwQaj66upAgV1eQ6v9oAO4QARRqFIww4OHqGACiI6B8WHo6
    wYSqLiWxJBFE5+TnZ5cWINKlA5n2MjKwQsxghPE1IDQTRIAZqg43LQHWKqhgz8ABdYkJN4PJf6gCVqAoSJ6JCWIgB9RnzIxQ5QweaC6qGNB4wJWfI1igrmMj
    Lj97CEJojtGkPZqfkcr1GWyo6nLR6hcPitMven6GpGRGRlz5WQCsVICDAZ5/8edbDw7UEgoGJgyBWFGBFpN2UNoFrdg0wVGMijhAQk+B4SdKPleA5392VA0N
    qQzsDOZAxiknBoYPQFNjnEbzxCgYBaNgFIyCUUAvEOzn78LIwARvhxuwoLa30Nv1sHbaBCFUdTug/BsiIzkc4Z02BgXm0bRFzf4levoi1L8MEMXeCh8FI7N/
    qQGlf6CVT0mZ6VC6pBhEF+cm5uQA6YL8zLwSpPLNgKRygAVeDnxgw68e3u8Vw69OAVbOEkjQMOkV4kO9HCCzn85AbD89YUj10ykJDyaklIY7PCqg4cE2TMMD
    Ng4rz8ACzVHiHAzi9VB53OFSBw0XHjQXdAyq8AAAkq7a2cgZAAA=
    """

  /// Writes the file that `text` holds to `path`.
  public static func write(_ text: String, to path: String) throws {
    let base64 = text.split(whereSeparator: \.isWhitespace).joined()
    try #require(Data(base64Encoded: base64)).write(to: URL(filePath: path + ".gz"))
    let unpacked = try FileBytes(contentsOf: path + ".gz")
    try unpacked.withSpan { span in
      try Data((0..<span.count).map { span[$0] }).write(to: URL(filePath: path))
    }
  }
}
