import MoonwireValues

// Values as scripts write them.

extension WiredValue {
    /// The value as a script writes it.
    package var written: String {
        if let selected { return selected }
        return switch self {
        case .value(let value): value.description
        case .template(let template): template.written.quoted
        case .reference(let reference): reference.written
        case .parameter(let reference): "param \(reference.name.quoted)"
        case .environment(let reference): reference.written
        case .preference(let reference): "preference \(reference.name.quoted)"
        case .argument(let argument): argument.written
        case .list(let elements): elements.isEmpty ? "{}" : "{ \(elements.map(\.written).joined(separator: ", ")) }"
        case .map(let entries): writtenMap(entries.map { ($0.key, $0.value.written) })
        case .keyedMap(let entries): writtenMap(entries.map { ($0.key.written, $0.value.written) })
        case .inline(let definition): definition.writtenInSwift ?? "inline \(definition.table)"
        case .function: "function"
        case .object(let object): "object of \(typeName(dynamicType(of: object)))"
        case .placeholder(.inner): "inner"
        case .placeholder(.tagged(let reference)): reference.written
        case .placeholder(.typed(let reference)): reference.written
        }
    }
}

extension WiredValue {
    /// The expression that was replaced by services with a tag, or of a type; nil for a value that is written.
    private var selected: String? {
        let (first, isOne): (WiredValue?, Bool) =
            switch self {
            case .list(let elements): (elements.first?.collected, false)
            case .map(let entries): (collectedService == nil ? entries.values.first?.collected : nil, false)
            case .reference: (self, true)
            default: (nil, false)
            }
        guard case .reference(let reference)? = first else { return nil }
        switch reference.selection?.reason {
        case .tag(let tagged): return isOne ? nil : tagged.written
        // Elements of a list that is written may each be of a type.
        case .type(let typed): return isOne || typed.number == .all ? typed.written : nil
        case .argument, nil: return nil
        }
    }

    /// The reference of an element that was collected; the value itself for any other.
    private var collected: WiredValue { collectedService ?? self }

    /// The reference of an element of `tagged("tag", { attributes = true })`, which is a map of the service and its attributes.
    private var collectedService: WiredValue? {
        guard case .map(let entries) = self, entries.count == 2, entries["attributes"] != nil,
            let service = entries["service"], case .reference(let reference) = service,
            case .tag(let tagged)? = reference.selection?.reason, tagged.hasAttributes
        else { return nil }
        return service
    }
}

extension ServiceReference {
    var written: String {
        var fields = arguments?.values.map { ($0.label, $0.value.written) } ?? []
        if kind == .built { fields.append(("built", "true")) }
        if isDroppable { fields.append(("drop", "true")) }
        let word = (statedKind ?? kind).word
        return fields.isEmpty ? "\(word) \(id.quoted)" : "\(word)(\(id.quoted), \(writtenMap(fields)))"
    }
}

extension ServiceReference.Kind {
    /// The word that makes such a reference.
    package var word: String { self == .built ? "optional" : rawValue }
}

extension ArgumentReference {
    fileprivate var written: String {
        defaultValue.map { "argument(\(name.quoted), \($0.written))" } ?? "argument \(name.quoted)"
    }
}

extension TaggedReference {
    fileprivate var written: String {
        var options: [String] = []
        if let key { options.append("by = \(key.quoted)") }
        switch kind {
        case .required, .optional, .built, .later: break
        case .lazy, .provider: options.append("\(kind.rawValue) = true")
        }
        if let excluded { options.append("exclude = \(excluded.written)") }
        if hasAttributes { options.append("attributes = true") }
        return options.isEmpty
            ? "tagged \(tag.quoted)" : "tagged(\(tag.quoted), { \(options.joined(separator: ", ")) })"
    }
}

extension ServiceList {
    fileprivate var written: String { "{ \(services.map(\.id.quoted).joined(separator: ", ")) }" }
}

extension TypedReference {
    package var written: String {
        var options: [String] = []
        switch number {
        case .one: break
        case .oneOrNone: options.append("optional = true")
        case .all: options.append("all = true")
        }
        switch kind {
        case .required, .optional, .built, .later: break
        case .lazy, .provider: options.append("\(kind.rawValue) = true")
        }
        if let excluded { options.append("exclude = \(excluded.written)") }
        return options.isEmpty
            ? "typed \(type.quoted)" : "typed(\(type.quoted), { \(options.joined(separator: ", ")) })"
    }
}

extension TextTemplate {
    /// The string with its placeholders, without quotes.
    var written: String {
        parts.map { part in
            switch part {
            case .text(let text): text.replacing("%", with: "%%")
            case .parameter(let name): "%\(name)%"
            case .environment(let reference): reference.placeholder
            }
        }.joined()
    }
}

extension EnvironmentReference {
    fileprivate var written: String {
        isSecret ? "env.secret \(name.quoted)" : placeholder.quoted
    }

    fileprivate var placeholder: String {
        let prefix = defaultText.map { "default:\($0):" } ?? ""
        return switch type {
        // A default that contains a colon needs a type.
        case .string: "%env(\(prefix)\(prefix.isEmpty ? "" : "string:")\(name))%"
        case .choice: "%env(enum:\(name))%"
        default: "%env(\(prefix)\(type.name):\(name))%"
        }
    }
}

extension Definition {
    /// The value of a rule that is written in Swift; nil for any other service without an id.
    fileprivate var writtenInSwift: String? {
        if case .swift(let factory) = construction { "\(typeName(factory.product.targetType)) from Swift" } else { nil }
    }

    /// The table of a service without an id.
    fileprivate var table: String {
        var fields: [String] = []
        switch construction {
        case .type(let template): fields.append("type = \(template.written.quoted)")
        case .staticMethod(let template): fields.append("factory = \(template.written.quoted)")
        case .method(let receiver, let name):
            fields.append("factory = { \(receiver.written), \(name.written.quoted) }")
        case .function: fields.append("factory = function")
        case .swift, .synthetic, .alias: break
        }
        if !arguments.isEmpty {
            fields.append("args = \(arguments.table)")
        } else if arguments.auto == .definition {
            fields.append("args = auto")
        }
        if !setters.isEmpty { fields.append("set = \(writtenMap(setters.map { ($0.name, $0.value.written) }))") }
        let calls = calls.map { "{ \(([$0.method.quoted] + $0.arguments.writtenFields).joined(separator: ", ")) }" }
        if !calls.isEmpty { fields.append("call = { \(calls.joined(separator: ", ")) }") }
        return "{ \(fields.joined(separator: ", ")) }"
    }
}

extension Arguments {
    fileprivate var table: String { "{ \(writtenFields.joined(separator: ", ")) }" }

    /// The values, without `auto`: what it selected is among them.
    fileprivate var writtenFields: [String] {
        positional.map(\.written) + labeled.map { "\($0.label) = \($0.value.written)" }
    }
}
