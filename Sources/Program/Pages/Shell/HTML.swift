import JSON5
public import Quoting

/// A piece of a page.
public typealias HTML = Markup

extension HTML {
  /// Returns `data` as a block that scripts read under `id`; its content cannot close the block.
  static func block(_ id: StaticString, _ data: JSON) -> HTML { .data(id, json: data.compact) }

  /// Returns `bytes` as a block that scripts read under `id`.
  static func block(_ id: StaticString, _ bytes: PackedBytes) -> HTML {
    let id = "\(id)"
    return
      "<script type=\"application/octet-stream\" data-bytes=\"\(bytes.count)\" id=\"\(id)\">\(bytes.base64)</script>\n"
  }
}
