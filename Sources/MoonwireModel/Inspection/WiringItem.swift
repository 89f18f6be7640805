package import MoonwireValues

/// An item of a wiring, with fields that can be compared.
package struct WiringItem {
    /// The kind of an item.
    package enum Kind: String {
        case scope, service, parameter, preference, hook, rule

        /// The kind and the name of an item: `service "engine"`.
        package func title(_ name: String) -> String {
            switch self {
            case .scope, .service, .parameter: "\(rawValue) \"\(name)\""
            case .preference, .hook, .rule: "\(rawValue) \(name)"
            }
        }
    }

    package let kind: Kind
    /// The name that identifies the item among those of its kind.
    package var name: String
    package let location: ScriptLocation?
    package let fields: [Field]

    package struct Field {
        package var name: String
        package let text: String
        package let location: ScriptLocation?
        /// The functions that a string such as `function` represents.
        package var functions: [FunctionInspection] = []
    }

    package init(_ scope: ScopeInspection) {
        kind = .scope
        name = scope.name
        location = scope.location
        fields = scope.within.map { [Field(name: "within", text: $0, location: scope.location)] } ?? []
    }

    package init(_ service: ServiceInspection) {
        kind = .service
        name = service.id
        location = service.location
        let isType = service.construction.kind == .initializer
        let made = Field(
            name: isType ? "type" : "built by", text: isType ? service.type ?? "" : service.construction.words,
            location: service.construction.location, functions: service.construction.functions)
        let properties: [(String, String?)] = [
            ("scope", service.scope.rawValue),
            ("arguments", service.arguments.isEmpty ? nil : service.arguments.map(\.words).joined(separator: ", ")),
            ("outlives", service.outlives.isEmpty ? nil : service.outlives.joined(separator: ", ")),
            ("parent", service.parent), ("on reload", service.reloadWords),
            ("abstract", service.isAbstract ? "yes" : nil), ("deprecated", service.deprecation),
            ("public", service.isPublic ? nil : "no"), ("asynchronous", service.asynchronous),
            ("tags", service.tagDetails.isEmpty ? nil : service.tagDetails.map(\.words).joined(separator: ", ")),
            ("decoration", service.decoration.isEmpty ? nil : service.decoration.joined(separator: " -> ")),
            ("uses", service.used.isEmpty ? nil : service.used.joined(separator: ", ")),
        ]
        fields =
            [made]
            + properties.compactMap { name, text in
                text.map { Field(name: name, text: $0, location: service.location) }
            } + service.values.map(Field.init).numbered
    }

    package init(_ parameter: ParameterInspection) {
        kind = .parameter
        name = parameter.name
        location = parameter.origin.location
        fields = [Field(parameter.value, name: "value")]
    }

    package init(_ preference: PreferenceInspection) {
        kind = .preference
        name = preference.title
        location = preference.origin.location
        let properties: [(String, String?)] = [
            ("default", preference.defaultValue),
            ("kind", preference.defaultValue == nil ? preference.kind : nil), ("min", preference.minimum),
            ("max", preference.maximum),
            ("one_of", preference.choices?.joined(separator: ", ")),
            ("store", preference.store), ("key", preference.key), ("from", preference.formerKey),
        ]
        let check = Field(
            name: "check", text: "function", location: preference.origin.location,
            functions: preference.check.map { [$0] } ?? [])
        fields =
            properties.compactMap { name, text in
                text.map { Field(name: name, text: $0, location: preference.origin.location) }
            } + (preference.hasCheck ? [check] : [])
    }

    package init(_ hook: HookInspection) {
        kind = .hook
        name = "\(hook.event.rawValue)\(hook.target.map { " \"\($0)\"" } ?? "")"
        location = hook.location
        fields = [
            Field(name: "priority", text: "\(hook.priority)", location: hook.location),
            Field(name: "once", text: hook.isOnce ? "yes" : "no", location: hook.location),
            Field(name: "function", text: "function", location: hook.location, functions: hook.functions),
        ]
    }

    package init(_ rule: InjectionRuleInspection) {
        kind = .rule
        name = rule.rule
        location = rule.origin.location
        let value =
            rule.value.map { Field($0, name: "value") }
            ?? Field(name: "value", text: "skip", location: rule.origin.location)
        let options = [
            ("where", rule.isConditional.map { _ in "function" }), ("force", rule.isForced ? "yes" : "no"),
            ("once", rule.isOnce.map { _ in "yes" }),
            ("subclasses", rule.includesSubclasses.map { _ in "no" }),
        ]
        fields =
            [value]
            + options.compactMap { name, text in
                text.map { Field(name: name, text: $0, location: rule.origin.location) }
            }
    }
}

extension WiringItem.Field {
    fileprivate init(_ value: ValueInspection) { self.init(value, name: value.field) }

    fileprivate init(_ value: ValueInspection, name: String) {
        self.init(name: name, text: value.written, location: value.location, functions: value.functions)
    }
}

extension ServiceInspection {
    /// The ids in the `uses` of a function.
    fileprivate var used: [String] { needs.filter { $0.field == "\"uses\"" }.map(\.id) }
}

extension [WiringItem] {
    /// Adds a number to names that occurred before.
    package var numbered: [WiringItem] { numbering(\.name) }
}

extension [WiringItem.Field] {
    fileprivate var numbered: [WiringItem.Field] { numbering(\.name) }
}

extension Array {
    fileprivate func numbering(_ name: WritableKeyPath<Element, String>) -> [Element] {
        var seen: [String: Int] = [:]
        return map { element in
            var copy = element
            let number = seen[element[keyPath: name], default: 0] + 1
            seen[element[keyPath: name]] = number
            if number > 1 { copy[keyPath: name] += " (\(number))" }
            return copy
        }
    }
}
