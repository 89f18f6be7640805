import Foundation

/// Writes the values of arguments, tags, and parameters.
struct ArgumentWriter {
    private let index: GraphIndex
    private let text: LuaText
    private let lazy: LazyParts
    /// The values that the data gives to variables of the environment.
    private let defaults: [String: String]

    init(_ index: GraphIndex, _ text: LuaText, _ lazy: LazyParts, defaults: [String: String]) {
        self.index = index
        self.text = text
        self.lazy = lazy
        self.defaults = defaults
    }

    /// A plain value.
    func value(_ value: JSON) -> LuaValue {
        switch value {
        case .null: .plain("null")
        case .boolean(let value): .plain("\(value)")
        case .integer(let value): .plain("\(value)")
        case .number(let value): .plain("\(value)")
        case .string(let string): text.value(string, defaults: defaults)
        case .list(let elements): .list(elements.map { self.value($0) })
        case .object(let entries): .map(entries.sorted { $0.key < $1.key }.map { (key($0.key), self.value($0.value)) })
        }
    }

    /// The key of a map, in which parameters are filled in.
    func key(_ key: String) -> String {
        // Only the string of the literal matters: an at sign has no meaning in a key.
        LuaText.parameters(in: key).isEmpty ? key.replacingOccurrences(of: "%", with: "%%") : key
    }

    /// An argument of a definition; nil if it cannot be written, for which a remark gives the reason.
    func value(
        _ argument: GraphArgument, of service: GraphService, isElement: Bool, inline: (GraphService) -> LuaValue,
        _ remarks: inout Remarks
    ) -> LuaValue? {
        func elements(_ arguments: [GraphArgument]) -> [LuaValue] {
            arguments.compactMap { value($0, of: service, isElement: true, inline: inline, &remarks) }
        }
        func entries(_ entries: [GraphArgument.Entry], isLazy: Bool = false) -> [(String, LuaValue)] {
            entries.compactMap { entry in
                if isLazy, case .reference(let id, .fault) = entry.value, !service.isInner(id) {
                    return (key(entry.key), .word("lazy", .quoted(id)))
                }
                return value(entry.value, of: service, isElement: true, inline: inline, &remarks).map {
                    (key(entry.key), $0)
                }
            }
        }
        switch argument {
        case .value(let value): return self.value(value)
        case .constant(let name): return name.contains("%") ? .word("raw", .quoted(name)) : .quoted(name)
        case .reference(let id, let missing):
            return reference(id, missing, of: service, isElement: isElement, &remarks)
        case .list(let arguments): return .list(elements(arguments))
        case .iterator(let arguments):
            remarks.add("a list of services that is built when it is used; written as a list", service.id)
            return .list(elements(arguments))
        case .map(let entries_): return .map(entries(entries_))
        case .locator(let entries_): return .map(entries(entries_, isLazy: true))
        case .tagged(let tagged): return self.tagged(tagged, of: service)
        case .inline(let definition): return inline(definition)
        case .expression(let text):
            remarks.add("expression, which scripts do not have", "\(service.id): \(text)")
            return nil
        case .abstract(let text):
            remarks.add("argument that only a child gives", "\(service.id): \(text)")
            return nil
        }
    }

    private func reference(
        _ id: String, _ missing: GraphArgument.Missing, of service: GraphService, isElement: Bool,
        _ remarks: inout Remarks
    ) -> LuaValue {
        if service.isInner(id) { return .plain("inner") }
        switch missing {
        case .null: return .word("optional", .quoted(id))
        case .ignore:
            return isElement
                ? .call("optional", [.quoted(id), .map([("drop", .plain("true"))])]) : .word("optional", .quoted(id))
        case .fault:
            guard lazy.isLazy(reference: id, from: service.id) else { return .word("ref", .quoted(id)) }
            remarks.add("lazy service in a circle; the reference is lazy", "\(service.id) -> \(id)")
            return .word("lazy", .quoted(id))
        }
    }

    private func tagged(_ tagged: GraphArgument.Tagged, of service: GraphService) -> LuaValue {
        var options: [(String, LuaValue)] = []
        if let index = tagged.index { options.append(("by", .quoted(index))) }
        if tagged.isLocator || lazy.isLazy(tag: tagged.tag, for: service.id) {
            options.append(("lazy", .plain("true")))
        }
        return options.isEmpty
            ? .word("tagged", .quoted(tagged.tag)) : .call("tagged", [.quoted(tagged.tag), .map(options)])
    }
}
