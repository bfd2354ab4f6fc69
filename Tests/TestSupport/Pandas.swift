/// The interpreter of Python that has pandas: that of the environment of `make python-ready`, else the system's.
public enum Pandas {
  /// The path or the name of the interpreter; nil where none has pandas, so that tests with it are skipped.
  public static let python: String? = [checkoutPath(".build/python-venv/bin/python"), "python3"].first {
    succeeds("'\($0)' -c 'import pandas'")
  }

  /// Whether the environment of `make python-ready` is complete.
  public static let isReady = succeeds("test -e '\(checkoutPath(".build/python-venv/ready"))'")
}
