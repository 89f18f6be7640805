// Strings with parameters in them.
extension SmallInterpreter {
    /// A string with one parameter alone is its value.
    func text(_ parts: [SmallWiring.TextPart]) -> String {
        if parts.count == 1, case .parameter(let name)? = parts.first { return plain(name) }
        return "\""
            + parts.map { part in
                switch part {
                case .literal(let text): text
                case .parameter(let name): plain(name).trimmingQuotes
                }
            }.joined() + "\""
    }

    private func plain(_ name: String) -> String {
        switch parameters[name] {
        case .integer(let number): "\(number)"
        case .text(let parts): text(parts)
        default: ""
        }
    }
}

extension String {
    fileprivate var trimmingQuotes: String { filter { $0 != "\"" } }
}
