/// Decides which keys are generated for the services and preferences of scripts.
struct KeyPlanner {
    private let module: ModuleDeclarations
    /// The access of keys of types that the module does not declare.
    private let usualAccess: AccessLevel
    private let environments: [String]
    private let shown: (String) -> String
    private var plan = KeyPlan()

    /// The keys of what scripts declare; `shown` shortens the path of a script.
    static func plan(
        _ declared: DeclaredKeys, in module: ModuleDeclarations, usualAccess: AccessLevel,
        shown: @escaping (String) -> String
    ) -> KeyPlan {
        var planner = KeyPlanner(
            module: module, usualAccess: usualAccess, environments: declared.environments, shown: shown)
        for key in declared.keys { planner.add(key) }
        planner.reportSameNames()
        planner.plan.notes.sort()
        return planner.plan
    }

    private init(
        module: ModuleDeclarations, usualAccess: AccessLevel, environments: [String],
        shown: @escaping (String) -> String
    ) {
        self.module = module
        self.usualAccess = usualAccess
        self.environments = environments
        self.shown = shown
    }

    private mutating func add(_ key: DeclaredKey) {
        do throws(KeyReason) {
            plan.keys.append(try planned(key))
        } catch {
            plan.notes.append(Remark(Wording.noKey(key.kind, key.id, error), at: key.location))
        }
    }

    private func planned(_ key: DeclaredKey) throws(KeyReason) -> PlannedKey {
        guard key.isPublic else { throw .private }
        guard let name = KeyName(key.id) else { throw .noName }
        guard !module.handWrittenKeys.contains("\(key.kind.extended).\(name.identifier)") else { throw .handWritten }
        let type = try type(of: key)
        return PlannedKey(
            kind: key.kind, id: key.id, name: name, type: type, access: try access(of: type), location: key.location,
            documentation: documentation(of: key), deprecation: key.deprecation)
    }

    // MARK: Types

    private func type(of key: DeclaredKey) throws(KeyReason) -> KeyTypeText {
        var distinct: [KeyType] = []
        for (_, type) in key.types where !distinct.contains(type) { distinct.append(type) }
        for case .unknown(let reason) in distinct { throw .unknownType(reason) }
        for case .named(let name) in distinct where !KeyTypeText(name).isType { throw .notAType(name) }
        if distinct.count == 1, let only = distinct.first { return text(of: only) }
        guard let common = common(distinct) else {
            throw .differentTypes(key.types.map { ($0.environment, text(of: $0.type).text) })
        }
        return common
    }

    private func text(of type: KeyType) -> KeyTypeText {
        switch type {
        case .exposed(let name, _): KeyTypeText(qualifiedName: name, in: module.name)
        case .named(let name): KeyTypeText(name)
        case .unknown: KeyTypeText("")
        }
    }

    /// The only class or protocol that all types are; nil if there is none, or more than one.
    private func common(_ types: [KeyType]) -> KeyTypeText? {
        var candidates: Set<String>?
        var names: Set<String> = []
        for type in types {
            guard case .exposed(let name, let provided) = type else { return nil }
            names.insert(name)
            candidates = candidates?.intersection(provided.union([name])) ?? provided.union([name])
        }
        let found = (candidates ?? []).subtracting(["Swift.AnyObject"])
        // A base class of all others is the most specific type.
        if let base = found.first(where: names.contains) { return KeyTypeText(qualifiedName: base, in: module.name) }
        guard found.count == 1, let only = found.first else { return nil }
        let isClass = module.types.contains { "\(module.name).\($0.name)" == only }
        return KeyTypeText(qualifiedName: isClass ? only : "any \(only)", in: module.name)
    }

    private func access(of type: KeyTypeText) throws(KeyReason) -> AccessLevel {
        let names = Set(type.identifiers)
        let declared =
            module.types.filter { type in type.path.last.map { names.contains($0[...]) } ?? false }
            .map { ($0.name, $0.declaration.access) }
            + module.protocols.values.filter { names.contains($0.name[...]) }.map { ($0.name, $0.declaration.access) }
        if let hidden = declared.first(where: { $0.1 == .hidden }) { throw .hiddenType(hidden.0) }
        return declared.map(\.1).min() ?? usualAccess
    }

    // MARK: Documentation and names

    private func documentation(of key: DeclaredKey) -> [String] {
        let file = key.location.map { " of \(shown($0.file))" } ?? ""
        var lines = ["The \(key.kind) \(StringText.literal(key.id))\(file)."]
        let having = key.types.map(\.environment)
        var details: [String] = []
        if Set(having) != Set(environments) {
            details.append("Only in the environment\(having.count == 1 ? "" : "s") \(having.joined(separator: ", ")).")
        }
        if !key.arguments.isEmpty { details.append("A resolve passes: \(key.arguments.joined(separator: ", ")).") }
        if !details.isEmpty { lines += ["", details.joined(separator: " ")] }
        return lines
    }

    private mutating func reportSameNames() {
        for kind in [DeclaredKey.Kind.service, .preference] {
            let keys = plan.keys.filter { $0.kind == kind }
            for (name, same) in Dictionary(grouping: keys, by: \.name) where same.count > 1 {
                plan.faults.append(
                    Remark(Wording.sameKeyName(kind, same.map(\.id).sorted(), name.identifier), at: same[1].location))
            }
        }
        plan.faults.sort()
    }
}

/// Why a service or a preference has no key.
enum KeyReason: Error {
    case `private`
    case noName
    case handWritten
    case unknownType(KeyType.Unknown)
    /// The types in each environment.
    case differentTypes([(environment: String, type: String)])
    case hiddenType(String)
    /// The script names it, but it cannot be a type.
    case notAType(String)
    /// The type, and the message of the compiler.
    case compiler(String, String)
}
