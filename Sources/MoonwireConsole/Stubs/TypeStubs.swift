import Moonwire
import MoonwireCore

/// The annotations of exposed types: a constructor, properties, methods, and their labels.
struct TypeStubs {
    /// A type, with its name in scripts.
    private struct Named {
        let name: String
        let type: TypeDescription
    }

    private let types: [Named]
    /// The classes of the types, by their qualified names.
    private let classes: [String: String]

    init(_ types: TypeRegistry?) {
        let named = types.map { zip($0.names, $0.known).map(Named.init) } ?? []
        self.types = named.sorted { $0.name < $1.name }
        var classes: [String: String] = [:]
        var taken: Set<String> = []
        for named in self.types {
            var name = Self.className(named.name)
            while !taken.insert(name).inserted { name += "_" }
            classes[named.type.qualifiedName] = name
        }
        self.classes = classes
    }

    var typeNames: [String] { types.map(\.name) }

    /// Every label, with the types that have it.
    var labels: [(label: String, types: [String])] {
        var known: [String: Set<String>] = [:]
        for type in types {
            let description = type.type
            for signature in description.initializers + description.methods + description.staticMethods {
                for argument in signature.arguments { known[argument.label, default: []].insert(type.name) }
            }
        }
        return known.map { ($0.key, $0.value.sorted()) }.sorted { $0.label < $1.label }
    }

    /// The values of `factory = "Type.method"`.
    var staticMethods: [String] { types.flatMap { type in type.type.staticMethods.map { "\(type.name).\($0.name)" } } }

    var text: String { types.map(stub).joined(separator: "\n") }

    private func stub(_ named: Named) -> String {
        let type = named.type
        let name = classes[type.qualifiedName] ?? "table"
        var lines = documentation(type.documentation)
        let bases = type.providedTypes.compactMap { classes[$0] }
        lines.append("---@class \(name)" + (bases.isEmpty ? "" : ": " + bases.joined(separator: ", ")))
        for property in type.properties {
            lines.append(
                "---@field \(fieldName(property.name)) \(luaType(property.shape))\(inline(property.documentation))")
        }
        for method in type.methods {
            lines.append(
                "---@field \(fieldName(method.name)) \(function(method, self: name))\(inline(method.documentation))\(mark(method))"
            )
        }
        for (index, initializer) in type.initializers.enumerated() {
            lines.append("")
            lines.append("---@class \(name).Arguments\(index == 0 ? "" : "\(index + 1)")")
            for argument in initializer.arguments {
                let mark = argument.isOptional ? "?" : ""
                lines.append("---@field \(fieldName(argument.label))\(mark) \(luaType(given: argument))")
            }
        }
        return lines.joined(separator: "\n") + constructor(named, name)
    }

    private func constructor(_ named: Named, _ name: String) -> String {
        let type = named.type
        guard let first = type.initializers.first else { return "\n" }
        var lines = ["", ""] + documentation(first.documentation)
        if first.isAsync { lines.append("---\(Self.isAsynchronous)") }
        lines.append("---@param arguments \(name).Arguments")
        lines.append("---@return \(name)")
        for index in type.initializers.indices.dropFirst() {
            lines.append("---@overload fun(arguments: \(name).Arguments\(index + 1)): \(name)")
        }
        return lines.joined(separator: "\n") + "\n" + assignment(named.name) + "\n"
    }

    private func assignment(_ name: String) -> String {
        name.isName ? "function \(name)(arguments) end" : "types[\(name.luaLiteral)] = function(arguments) end"
    }

    private func function(_ signature: Signature, self owner: String) -> String {
        let arguments = signature.arguments.map { argument in
            "\(parameterName(argument.label))\(argument.isOptional ? "?" : ""): \(luaType(given: argument))"
        }
        return "fun(\((["self: \(owner)"] + arguments).joined(separator: ", "))): \(luaType(signature.resultShape))"
    }

    private func documentation(_ text: String?) -> [String] {
        text.map { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "---\($0)" } } ?? []
    }

    private func inline(_ text: String?) -> String {
        text.map { " " + $0.split(whereSeparator: \.isNewline).joined(separator: " ") } ?? ""
    }

    private static let isAsynchronous = "Asynchronous: definitions can use it, and functions cannot call it."

    private func mark(_ method: Signature) -> String { method.isAsync ? " \(Self.isAsynchronous)" : "" }

    /// A label as the name of a parameter; a label may be any string.
    private func parameterName(_ label: String) -> String {
        label.isName ? label : "_" + String(label.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// Replaces characters that are not allowed in the name of a class by underscores.
    private static func className(_ name: String) -> String {
        let letters = name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" }
        return "moonwire.types." + String(letters)
    }

    /// The label is already marked as optional.
    private func luaType(given argument: ArgumentDescription) -> String {
        if case .optional(let wrapped) = argument.shape { return luaType(wrapped) }
        return luaType(argument.shape)
    }

    private func part(_ shape: ValueShape) -> String {
        let type = luaType(shape)
        return type.contains("|") ? "(\(type))" : type
    }

    private func luaType(_ shape: ValueShape) -> String {
        switch shape {
        case .anything, .plain: "any"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .text, .character, .data, .timeZone, .locale, .url, .uuid, .range, .closedRange: "string"
        case .date, .duration, .decimal: "number|string"
        case .list(let element): part(element) + "[]"
        case .map(let element): "table<string, \(luaType(element))>"
        case .pairs(let key, let value): "[\(luaType(key)), \(luaType(value))][]"
        case .optional(let wrapped): wrapped == .anything ? "any" : part(wrapped) + "?"
        case .choice(let choices): choices.map(\.luaLiteral).joined(separator: "|")
        case .function: "function"
        case .object(let name): classes[name] ?? "any"
        }
    }
}
