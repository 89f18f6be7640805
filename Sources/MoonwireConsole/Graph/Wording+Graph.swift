// What is wrong with calls that draw.

extension UsageError {
    static let depthWithoutFocus = UsageError("option \"--depth\" goes with \"--focus\"")
    static let noGraphviz = UsageError(
        "--format svg needs Graphviz, whose \"dot\" is not in PATH; --format html needs nothing")

    static func wrongDepth(_ text: String) -> UsageError {
        UsageError("option \"--depth\" expects a number from 1, not \"\(text)\"")
    }

    static func graphviz(_ message: String) -> UsageError {
        UsageError("Graphviz made no picture: \(message)")
    }
}
