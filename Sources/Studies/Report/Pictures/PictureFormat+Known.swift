import Foundation
import Tables

extension PictureFormat {
  /// Returns whether `content` is a picture of this format, and, if recognisable, made by gnuplot.
  func isIn(_ content: Data) -> Bool {
    switch self {
    case .svg: content.begins(with: "<?xml ") && content.holds("GNUPLOT")
    case .png: content.starts(with: [0x89, 0x50, 0x4E, 0x47])
    case .pdf: content.begins(with: "%PDF-")
    case .tikz: content.holds("gnuplot")
    }
  }
}
