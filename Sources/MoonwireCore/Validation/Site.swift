import MoonwireValues

/// A place in a definition: which part of it, and how deep inside that part's value.
struct Site: Sendable {
    enum Part: Sendable {
        case argument(String)
        case position(Int)
        case property(String, path: [String])
        case call(String, number: Int, argument: String)
        case factory
        case type
        case uses(Int)
        case alias
    }

    let part: Part
    var nested: [String] = []

    init(_ part: Part) {
        self.part = part
    }

    func inside(_ step: String) -> Site {
        var copy = self
        copy.nested.append(step)
        return copy
    }

    /// The place as a message names it: `argument "engine"`.
    var phrase: String {
        let name =
            switch part {
            case .argument(let label): "argument \"\(label)\""
            case .position(let index): "argument \(index + 1)"
            case .property(let name, _): "property \"\(name)\""
            case .call(let method, _, let argument): "argument \(argument) of call \"\(method)\""
            case .factory: "\"factory\""
            case .type: "\"type\""
            case .uses: "\"uses\""
            case .alias: "alias"
            }
        return nested.isEmpty ? name : name + " at " + nested.joined(separator: ".")
    }

    /// The place in the table that the script wrote.
    var fieldPath: [String] {
        switch part {
        case .argument(let label): ["args", label] + nested
        case .position(let index): ["args", "\(index + 1)"] + nested
        case .property(_, let path): path + nested
        case .call(_, let number, let argument):
            // In the table, the method's name comes first.
            ["call", "\(number)", Int(argument).map { "\($0 + 1)" } ?? argument] + nested
        case .factory: ["factory", "1"]
        case .type: ["type"]
        case .uses(let index): ["uses", "\(index + 1)"]
        case .alias: []
        }
    }
}

extension Definition {
    /// Visits every value in the definition that is more than plain data, those inside lists and maps too, with its place.
    func visitValues(_ visit: (WiredValue, Site) -> Void) {
        visitConstruction(visit)
        visitArguments(arguments, visit) {
            .argument($0)
        } position: {
            .position($0)
        }
        for setter in setters { Self.descend(setter.value, Site(.property(setter.name, path: setter.path)), visit) }
        for (number, call) in calls.enumerated() {
            visitArguments(call.arguments, visit) {
                .call(call.method, number: number + 1, argument: "\"\($0)\"")
            } position: {
                .call(call.method, number: number + 1, argument: "\($0 + 1)")
            }
        }
        for (index, use) in uses.enumerated() { visit(.reference(use), Site(.uses(index))) }
    }

    private func visitConstruction(_ visit: (WiredValue, Site) -> Void) {
        switch construction {
        case .type(let template), .staticMethod(let template): visit(.template(template), Site(.type))
        case .method(let receiver, let name):
            Self.descend(receiver, Site(.factory), visit)
            visit(.template(name), Site(.factory))
        case .synthetic(let type): type.map { visit(.template($0), Site(.type)) }
        case .alias(let target): visit(.reference(target), Site(.alias))
        case .function, .swift: break
        }
    }

    private func visitArguments(
        _ arguments: Arguments, _ visit: (WiredValue, Site) -> Void, label: (String) -> Site.Part,
        position: (Int) -> Site.Part
    ) {
        for (index, value) in arguments.positional.enumerated() where !value.isPlain {
            Self.descend(value, Site(position(index)), visit)
        }
        // In place: most values need not be copied to see that there is nothing to visit.
        arguments.labeled.withUnsafeBufferPointer { labeled in
            for place in labeled.indices where !labeled[place].value.isPlain {
                Self.descend(labeled[place].value, Site(label(labeled[place].label)), visit)
            }
        }
    }

    private static func descend(_ value: WiredValue, _ site: Site, _ visit: (WiredValue, Site) -> Void) {
        if value.isPlain { return }
        visit(value, site)
        guard value.hasParts else { return }
        switch value {
        case .list(let elements):
            for (index, element) in elements.enumerated() { descend(element, site.inside("\(index + 1)"), visit) }
        case .map(let entries):
            for (key, entry) in entries.sorted(by: { $0.key < $1.key }) { descend(entry, site.inside(key), visit) }
        case .keyedMap(let entries):
            for entry in entries {
                let site = site.inside(entry.written)
                if entry.key.plainText == nil { visit(.template(entry.key), site) }
                descend(entry.value, site, visit)
            }
        default: break
        }
    }

    /// The place of a value that turns out not to fit: in the construction, or in one of the steps after it.
    func site(of name: String, inStep step: Int?) -> Site {
        guard let step else { return Site(.argument(name)) }
        if setters.indices.contains(step) { return Site(.property(name, path: setters[step].path)) }
        let number = step - setters.count
        guard calls.indices.contains(number) else { return Site(.argument(name)) }
        return Site(.call(calls[number].method, number: number + 1, argument: "\"\(name)\""))
    }

    /// The line of a place in the definition.
    func location(of site: Site) -> ScriptLocation? {
        location(of: site.fieldPath)
    }
}

extension WiredValue {
    /// Whether the value is data through and through, with nothing in it that stands for something else.
    fileprivate var isPlain: Bool { if case .value = self { true } else { false } }

    /// Whether there are more values to visit inside.
    fileprivate var hasParts: Bool {
        switch self {
        case .list, .map, .keyedMap: true
        default: false
        }
    }
}
