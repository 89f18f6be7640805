package import LuaRuntime
import MoonwireCore
package import MoonwireValues

extension LuaCall {
    /// The string that a word takes as its argument; throws ``ContainerError`` for any other value.
    package func name(
        _ index: Int, of word: String, _ expected: String, mayBeEmpty: Bool = false
    ) throws -> String {
        if position(index) != 0, let text = stack.text(at: position(index)), mayBeEmpty || !text.isEmpty { return text }
        throw ContainerError(.expectsName(word, expected, found: found(index), at: callSite))
    }

    /// The id of a service, or a plain reference to it, that a word needs as its argument; throws ``ContainerError`` for
    /// anything else.
    func service(_ index: Int, of word: String, _ evaluation: Evaluation) throws -> String {
        try reference(index, of: word, evaluation).id
    }

    /// The same as a reference.
    func reference(_ index: Int, of word: String, _ evaluation: Evaluation) throws -> ServiceReference {
        let value = evaluation.value(ofTokenAt: position(index), stack)
        if case .reference(let reference) = value, reference.kind == .required, reference.arguments == nil {
            return reference
        }
        let expected = "the id of a service or `ref \"id\"`"
        guard let value else {
            return ServiceReference(try name(index, of: word, expected), in: evaluation.module)
        }
        throw ContainerError(.expectsName(word, expected, found: "`\(value.written)`", at: callSite))
    }

    /// The lines of the calls that led to this one, which is the first.
    package var callLocations: [ScriptLocation] { callSites(limit: 64).map(\.location) }

    /// An argument as a message shows it.
    package func found(_ index: Int) -> String {
        position(index) == 0 ? "no value" : stack.found(position(index))
    }

    /// Returns a token for a value to the script.
    func token(_ value: WiredValue, _ evaluation: Evaluation) -> LuaReturn {
        stack.push(.value, index: evaluation.keep(value))
        return .values(1)
    }
}

extension LuaStack {
    /// The value at a position as a message shows it.
    package func found(_ position: Int) -> String {
        switch tokenKind(at: position) {
        case nil: break
        case .null: return "null"
        case .value: return "a reference"
        case let word?: return "`\(word.name)`"
        }
        if luaType(at: position) == .other { return "a coroutine" }
        let reader = ValueReader(self, position: position)
        return (try? reader.described(reader.kind)) ?? "something unreadable"
    }

    /// Whether the key at the position is an index of a list with that number of elements.
    func isIndex(at position: Int, upTo count: Int) -> Bool {
        guard isInteger(at: position), let index = integer(at: position) else { return false }
        return index >= 1 && index <= count
    }

    /// The key at the position as a step of a path, when it is an index.
    func listStep(at position: Int) -> [String] {
        guard isInteger(at: position), let index = integer(at: position) else { return [] }
        return ["\(index)"]
    }
}

extension WiredValue {
    /// The value as a message shows it.
    var found: String {
        switch self {
        case .value(let value): value.phrase
        case .template: "a string"
        case .list: "a list"
        case .map, .keyedMap: "a map"
        case .function: "a function"
        case .argument: "an argument"
        case .reference, .parameter, .environment, .preference, .inline, .placeholder: "a reference"
        case .object: "an object"
        }
    }
}
