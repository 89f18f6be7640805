/// Fills in parameters, and variables of the environment, according to the rules of the data.
struct ParameterReader {
    private let parameters: [String: JSON]
    private let path: [String]

    init(_ parameters: [String: JSON]) {
        self.init(parameters, path: [])
    }

    private init(_ parameters: [String: JSON], path: [String]) {
        self.parameters = parameters
        self.path = path
    }

    func value(_ value: JSON) throws -> BuiltValue {
        switch value {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .number(value)
        case .string(let text): return try filled(text)
        case .list(let elements): return .list(try elements.map { try self.value($0) })
        case .object(let entries):
            if entries.isEmpty { return .list([]) }
            return .map(
                try Dictionary(
                    entries.map { (try text($0.key), try self.value($0.value)) }, uniquingKeysWith: { $1 }))
        }
    }

    /// A string whose parameters are filled in.
    func text(_ text: String) throws -> String { try Self.text(of: try filled(text), in: text) }

    /// A value as a string.
    func text(of value: JSON) throws -> String { try Self.text(of: try self.value(value), in: value.phrase) }

    private static func text(of value: BuiltValue, in text: String) throws -> String {
        switch value {
        case .string(let value): return value
        case .integer(let value): return "\(value)"
        case .number(let value): return "\(value)"
        case .boolean(let value): return value ? "true" : "false"
        default: throw GraphError("\(text) is not a string")
        }
    }

    private func filled(_ text: String) throws -> BuiltValue {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 3, parts[0].isEmpty, parts[2].isEmpty, Self.isName(parts[1]) {
            return try parameter(parts[1])
        }
        var result = parts[0]
        var index = 1
        while index < parts.count {
            if parts[index].isEmpty, index + 1 < parts.count {
                result += "%" + parts[index + 1]
                index += 2
            } else if index + 1 < parts.count, Self.isName(parts[index]) {
                result += try Self.text(of: try parameter(parts[index]), in: text) + parts[index + 1]
                index += 2
            } else {
                result += "%" + parts[index]
                index += 1
            }
        }
        return .string(result)
    }

    private static func isName(_ text: String) -> Bool { !text.isEmpty && !text.contains { $0.isWhitespace } }

    private func parameter(_ name: String) throws -> BuiltValue {
        if name.hasPrefix("env("), name.hasSuffix(")") { return try variable(String(name.dropFirst(4).dropLast())) }
        guard !path.contains(name) else { throw GraphError("parameter \"\(name)\" contains itself") }
        guard let value = parameters[name] else { return .string(name) }
        return try ParameterReader(parameters, path: path + [name]).value(value)
    }

    /// A variable, with the processors before its name applied from right to left.
    private func variable(_ chain: String) throws -> BuiltValue {
        var parts = chain.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let name = parts.removeLast()
        var value = parameters["env(\(name))"].map { $0 } ?? .string(name)
        for processor in parts.reversed() {
            switch (processor, value) {
            case ("bool", .string(let text)):
                value = .boolean(["1", "true", "on", "yes"].contains(text.lowercased()))
            case ("int", .string(let text)): value = .integer(Int64(text) ?? 0)
            case ("float", .string(let text)): value = .number(Double(text) ?? 0)
            case ("string", .string): break
            default: throw GraphError("processor \"\(processor)\" of %env(\(chain))%")
            }
        }
        return try self.value(value)
    }
}
