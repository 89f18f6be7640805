import LuaRuntime
import MoonwireCore
import MoonwireValues

/// The arguments that a definition lists for its function, read before the interpreter is entered.
struct ScriptArguments {
    indirect enum Argument {
        case plain(PlainValue)
        case object(AnyObject)
        case list([Argument])
        case map([(key: String, value: Argument)])
    }

    private let positional: [Argument]
    private let named: [(key: String, value: Argument)]

    init(_ given: ListedArguments?) throws {
        positional = try given?.positional.map { try Self.read($0) } ?? []
        named = try given?.named.map { ($0.name, try Self.read($0.value)) } ?? []
    }

    /// Pushes one table: its list holds the arguments by position, its fields those by name.
    func push(to stack: LuaStack) throws {
        stack.pushTable()
        let table = stack.top
        for (index, argument) in positional.enumerated() {
            try Self.write(argument, to: stack)
            stack.rawSet(table, index: index + 1)
        }
        for (name, argument) in named {
            try Self.write(argument, to: stack)
            stack.rawSet(table, key: name)
        }
    }

    /// Pushes the first argument by position alone.
    func pushFirst(to stack: LuaStack) throws {
        if let first = positional.first { try Self.write(first, to: stack) } else { stack.pushNil() }
    }

    static func read(_ reader: ValueReader) throws -> Argument {
        switch try reader.kind {
        case .object, .function, .handle: return .object(try reader.object())
        case .list:
            var elements: [Argument] = []
            try reader.forEachElement { elements.append(try read($0)) }
            return .list(elements)
        case .map:
            var entries: [(key: String, value: Argument)] = []
            try reader.forEachEntry { entries.append((try $0.string(), try read($1))) }
            return .map(entries)
        default: return .plain(try PlainValue.read(from: reader))
        }
    }

    static func write(_ argument: Argument, to stack: LuaStack) throws {
        switch argument {
        case .plain(let value): try value.write(to: stack.writer)
        case .object(let object): try ScriptContext.push(object, isWeak: false, to: stack)
        case .list(let elements):
            try stack.writeList(count: elements.count, at: 0) { index, _ in try write(elements[index], to: stack) }
        case .map(let entries):
            try stack.writeMap(count: entries.count, at: 0) { index, key, _ in
                try entries[index].key.write(to: key)
                try write(entries[index].value, to: stack)
            }
        }
    }
}
