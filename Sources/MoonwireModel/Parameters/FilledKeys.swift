package import MoonwireValues

/// The keys of a map after parameters and variables are filled in; they must be distinct strings.
struct FilledKeys {
    private var written: [String: String] = [:]

    /// The key of an entry after filling in; throws ``ContainerError`` if it is not a string, or if an earlier entry has it.
    mutating func name(of entry: KeyedEntry, _ filled: WiredValue) throws -> String {
        guard case .value(.text(let name)) = filled else {
            throw ContainerError(.keyIsNotString(entry.written, filled))
        }
        if let former = written.updateValue(entry.written, forKey: name) {
            throw ContainerError(.sameKeys(former, entry.written))
        }
        return name
    }
}

extension ParameterEvaluator {
    /// The limit, in bytes, of all keys of a map with parameters or variables in them.
    private static let largestKeys = 16 << 20

    /// The filled-in keys of a map, in order, and whether any contains a secret.
    package func keys(of entries: [KeyedEntry]) throws -> (names: [String], isSecret: Bool) {
        var keys = FilledKeys()
        var (isSecret, size) = (false, 0)
        try spend(elements: entries.count)
        let names = try entries.map { entry in
            let filled = try value(of: entry.key)
            if entry.key.plainText == nil { size += filled.size }
            guard size <= Self.largestKeys else { throw ContainerError(.keysTooLarge(limit: Self.largestKeys)) }
            isSecret = isSecret || filled.isSecret
            return try keys.name(of: entry, filled.value)
        }
        return (names, isSecret)
    }
}

extension ParameterEvaluator {
    /// A path in the filled-in value, with the keys of maps as the script writes them.
    func writtenPath(_ path: [String], in value: WiredValue) -> [String] {
        var (rest, position) = (Optional(value), path.startIndex)
        var written = path
        while let value = rest, position < path.endIndex {
            let step = path[position]
            switch value {
            case .list(let elements):
                rest = Int(step).flatMap { $0 > 0 && $0 <= elements.count ? elements[$0 - 1] : nil }
            case .map(let entries): rest = entries[step]
            case .keyedMap(let entries):
                let entry = entries.first { (try? self.value(of: $0.key))?.value.plain == .text(step) }
                rest = entry?.value
                if let entry { written[position] = entry.written }
            default: rest = nil
            }
            position += 1
        }
        return written
    }

    /// An error in the filled-in value, with the keys of maps in its path as the script writes them.
    package func written(_ error: ConversionError, in value: WiredValue) -> ConversionError {
        ConversionError(error.reason, path: writtenPath(error.path, in: value))
    }
}
