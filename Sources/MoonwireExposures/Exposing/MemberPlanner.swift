/// Decides which initializers and members of a type are exposed.
struct MemberPlanner {
    let module: ModuleDeclarations
    let type: TypeDeclaration
    private(set) var notes: [Remark] = []
    private(set) var faults: [Remark] = []
    /// The members on request by their names in scripts.
    private var exposedNames: [String: String] = [:]

    init(module: ModuleDeclarations, type: TypeDeclaration) {
        self.module = module
        self.type = type
    }

    mutating func run(_ exposure: inout PlannedExposure) {
        exposure.initializers = initializers()
        for name in requested { add(name, to: &exposure) }
        if let item = type.declaration.comment.misspelled { fault(Wording.misspelledItem(item, of: type.name)) }
    }

    // MARK: Initializers

    private mutating func initializers() -> [PlannedFunction] {
        let all = inheritedInitializers.sorted {
            ($0.declaration.location, $0.fullName) < ($1.declaration.location, $1.fullName)
        }
        var labels: [[String]: Int] = [:]
        var result: [PlannedFunction] = []
        for initializer in all where initializer.declaration.access != .hidden {
            guard let planned = plan(initializer, overloads: all) else { continue }
            let given = planned.arguments.map(\.label)
            if let former = labels[given] {
                leaveOut(initializer, .sameLabels(line: former))
            } else {
                labels[given] = initializer.declaration.location?.line ?? 0
                result.append(planned)
            }
        }
        if result.isEmpty, !all.isEmpty, all.allSatisfy({ $0.declaration.access == .hidden }) {
            note(Wording.onlyPrivateInitializers(type.name), at: type.declaration.location)
        }
        // Of two that fit the arguments of a definition, the first is used; Swift uses the one with fewer defaults.
        return result.enumerated().sorted { ($0.1.arguments.count, $0.0) < ($1.1.arguments.count, $1.0) }.map(\.element)
    }

    /// Those of the type; a subclass without any has those of its superclass.
    private var inheritedInitializers: [FunctionDeclaration] {
        module.hierarchy(of: type).lazy.map(\.initializers).first { !$0.isEmpty } ?? []
    }

    private mutating func plan(_ function: FunctionDeclaration, overloads: [FunctionDeclaration]) -> PlannedFunction? {
        do {
            let (planned, left) = try FunctionPlanner(module: module).plan(function, overloads: overloads)
            for (name, reason) in left {
                note(
                    Wording.argumentLeftOut(name, of: "\(type.name).\(function.fullName)", reason),
                    at: function.declaration.location)
            }
            return planned
        } catch {
            leaveOut(function, error.reason)
            return nil
        }
    }

    private mutating func leaveOut(_ function: FunctionDeclaration, _ reason: Reason) {
        let text = Wording.memberLeftOut("\(type.name).\(function.fullName)", reason)
        // A member that the comment lists must be exposed.
        if function.role == .initializer {
            note(text, at: function.declaration.location)
        } else {
            faults.append(Remark(text, at: function.declaration.location))
        }
    }

    // MARK: Members on request

    private var requested: [String] { type.declaration.comment.members }

    private mutating func add(_ name: String, to exposure: inout PlannedExposure) {
        let types = module.hierarchy(of: type)
        let functions = types.flatMap(\.functions).filter {
            $0.role != .initializer && ($0.fullName == name || $0.name == name)
        }
        if Set(functions.map(\.fullName)).count == 1, let function = functions.first {
            guard isNew(function.fullName, as: function.name, isStatic: function.role == .staticMethod) else { return }
            let overloads = types.flatMap(\.functions).filter { $0.role == function.role }
            if let planned = plan(function, overloads: overloads) { exposure.methods.append(planned) }
        } else if functions.isEmpty, let property = types.lazy.flatMap(\.properties).first(where: { $0.name == name }) {
            if isNew(name, as: name, isStatic: property.isStatic) { add(property, to: &exposure) }
        } else if functions.isEmpty {
            fault(Wording.unknownMember(name, of: type.name, near: NearestName(name, among: memberNames(types)).name))
        } else {
            fault(Wording.ambiguousMember(name, of: type.name, Set(functions.map(\.fullName)).sorted()))
        }
    }

    /// Whether a member is not exposed yet; another member with the same name in scripts is a fault.
    private mutating func isNew(_ fullName: String, as name: String, isStatic: Bool) -> Bool {
        guard let former = exposedNames[isStatic ? "static \(name)" : name] else {
            exposedNames[isStatic ? "static \(name)" : name] = fullName
            return true
        }
        if former != fullName { fault(Wording.sameMemberName(former, fullName, of: type.name)) }
        return false
    }

    private mutating func add(_ property: PropertyDeclaration, to exposure: inout PlannedExposure) {
        if let reason = reason(property) {
            faults.append(
                Remark(
                    Wording.memberLeftOut("\(type.name).\(property.name)", reason), at: property.declaration.location))
        } else {
            exposure.properties.append(property)
        }
    }

    private func reason(_ property: PropertyDeclaration) -> Reason? {
        if let reason = property.declaration.reason { return reason }
        if property.isStatic { return .staticProperty }
        if property.isolation != .none { return .isolatedProperty }
        return property.isAsync ? .asynchronousProperty : nil
    }

    private func memberNames(_ types: [TypeDeclaration]) -> [String] {
        types.flatMap { type in
            type.properties.map(\.name) + type.functions.filter { $0.role != .initializer }.map(\.name)
        }
    }

    // MARK: Remarks

    private mutating func note(_ text: String, at location: SourceLocation?) {
        notes.append(Remark(text, at: location ?? type.declaration.location))
    }

    private mutating func fault(_ text: String) {
        faults.append(Remark(text, at: type.declaration.location))
    }
}

private func < (one: (SourceLocation?, String), other: (SourceLocation?, String)) -> Bool {
    guard let first = one.0, let second = other.0, first != second else { return one.1 < other.1 }
    return first < second
}
