// Messages about calls of `graph` that are not valid.

extension UsageError {
    static let depthWithoutFocus = UsageError("option \"--depth\" requires \"--focus\"")
    static let noGraphviz = UsageError(
        "--format svg requires Graphviz, but \"dot\" is not in PATH; --format html requires nothing else")

    static func wrongDepth(_ text: String) -> UsageError {
        UsageError("option \"--depth\" expects an integer from 1, got \"\(text)\"")
    }

    static func graphviz(_ message: String) -> UsageError {
        UsageError("Graphviz failed: \(message)")
    }
}
