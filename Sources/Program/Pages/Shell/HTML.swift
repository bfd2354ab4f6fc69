import JSON5
public import Quoting

/// A piece of a page.
public typealias HTML = Markup

extension HTML {
  /// Returns `data` as a block that scripts read under `id`; its content cannot close the block.
  static func block(_ id: StaticString, _ data: JSON) -> HTML { .data(id, json: data.compact) }

  /// Returns `data` as a block of the run on `side`.
  static func block(_ id: StaticString, of side: PageSide, _ data: JSON) -> HTML {
    .data(id, prefix: side.prefix, json: data.compact)
  }

  /// Returns `bytes` as a block of the run on `side`.
  static func block(_ id: StaticString, of side: PageSide, _ bytes: PackedBytes) -> HTML {
    let id = "\(side.prefix)\(id)"
    return
      "<script type=\"application/octet-stream\" data-bytes=\"\(bytes.count)\" id=\"\(id)\">\(bytes.base64)</script>\n"
  }

  /// Returns `bytes` as a block that scripts read under `id`.
  static func block(_ id: StaticString, _ bytes: PackedBytes) -> HTML { block(id, of: .only, bytes) }
}

/// The run to which a block belongs: the only run of the page, or one of two side by side.
enum PageSide: CaseIterable {
  case only, a, b

  /// The prefix of the ids of its blocks.
  var prefix: StaticString {
    switch self {
    case .only: ""
    case .a: "a-"
    case .b: "b-"
    }
  }

  /// The name of the run on the page; empty if it is the only one.
  var label: String {
    switch self {
    case .only: ""
    case .a: "A"
    case .b: "B"
    }
  }
}
