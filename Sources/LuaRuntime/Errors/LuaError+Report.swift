extension LuaError {
    /// A description with the lines of source, the calls that were in progress, and the underlying error.
    ///
    ///     shop.lua:2: attempt to index a nil value (local 'cart')
    ///           1 | local cart
    ///         > 2 | cart.total = 0
    ///           3 | return cart
    ///         at shop.lua:2
    public var report: String {
        var lines = [description]
        if let excerpt { lines += excerpt.description.split(separator: "\n").map { "    \($0)" } }
        lines += traceback.filter { $0.owner != .library }.map { "    at \($0)" }
        if let underlying { lines += cause(underlying) }
        return lines.joined(separator: "\n")
    }

    private func cause(_ error: any Error) -> [String] {
        let text = (error as? LuaError)?.report ?? "\(error)".bounded(to: LuaError.longestMessage)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { index, line in "    \(index == 0 ? "caused by: " : "")\(line)" }
    }
}
