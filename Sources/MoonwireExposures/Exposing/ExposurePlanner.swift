/// Decides what is exposed of the types of a module that conform to `Exposed`.
struct ExposurePlanner {
    let module: ModuleDeclarations
    /// The modules whose protocols are provided besides those of the module itself.
    let providedModules: Set<String>
    private var plan = ExposurePlan()
    private var slots = SlotPlanner()

    static func plan(_ module: ModuleDeclarations, providing modules: Set<String> = []) -> ExposurePlan {
        var planner = ExposurePlanner(module: module, providedModules: modules)
        planner.run()
        return planner.plan
    }

    private init(module: ModuleDeclarations, providedModules: Set<String>) {
        self.module = module
        self.providedModules = providedModules
    }

    private mutating func run() {
        let exposed = module.types.filter { isExposed($0) }
        for type in module.types where !isExposed(type) { checkComment(type, .notExposed) }
        var generated: [PlannedExposure] = []
        for type in exposed {
            if type.hasExposure {
                plan.handWrittenCount += 1
                checkComment(type, .handWritten)
                list(type)
            } else if let reason = reason(type) {
                plan.notes.append(Remark(Wording.typeLeftOut(type.name, reason), at: type.declaration.location))
            } else {
                generated.append(expose(type))
                list(type)
            }
        }
        listForeignTypes()
        listGenericTypes(generated.map(\.type) + exposed.filter(\.hasExposure), usedBy: exposed)
        plan.exposures = nested(generated)
        plan.access = exposed.map(\.declaration.access).max() ?? .internal
        plan.notes.sort()
        plan.faults.sort()
    }

    private func isExposed(_ type: TypeDeclaration) -> Bool { module.isExposed(type) }

    private func reason(_ type: TypeDeclaration) -> Reason? {
        if let base = module.hierarchy(of: type).dropFirst().first(where: \.hasExposure) {
            return .inheritedExposure(of: base.name)
        }
        let enclosing = module.types.filter { type.path.starts(with: $0.path) }
        if let reason = enclosing.lazy.compactMap(\.declaration.reason).first { return reason }
        let conformance = type.conformances.first { $0.foreignName == TypeDeclaration.exposed }
        return conformance?.isConditional == true ? .conditionalConformance : nil
    }

    // MARK: The list of all types

    private mutating func list(_ type: TypeDeclaration) {
        if type.typeParameters.isEmpty, type.declaration.reason == nil { plan.listedTypes.append(type.name) }
    }

    private mutating func listForeignTypes() {
        for type in module.foreignTypes {
            plan.handWrittenCount += 1
            plan.listedTypes.append(type.name)
            plan.imports.insert(ImportedModules.importable(type.module))
        }
    }

    private mutating func listGenericTypes(_ types: [TypeDeclaration], usedBy exposed: [TypeDeclaration]) {
        for type in types where !type.typeParameters.isEmpty {
            let uses = GenericUses(of: type, in: exposed)
            plan.listedTypes += uses.all
            plan.imports.formUnion(uses.modules.subtracting([module.name]))
            if uses.all.isEmpty {
                plan.notes.append(Remark(Wording.unusedGenericType(type.name), at: type.declaration.location))
            }
        }
        plan.listedTypes.sort()
    }

    // MARK: Exposures

    private mutating func expose(_ type: TypeDeclaration) -> PlannedExposure {
        var exposure = PlannedExposure(type: type)
        var planner = MemberPlanner(module: module, type: type)
        planner.run(&exposure)
        addSlots(to: &exposure)
        // The compiler writes the actor of a superclass, too.
        if type.kind == .class || type.kind == .finalClass { exposure.isolation = type.isolation.globalActor }
        let provided = ProvidedProtocols(module: module, modules: providedModules).names(of: type)
        exposure.provided = provided.map(\.name)
        plan.imports.formUnion(provided.compactMap(\.module))
        plan.notes += planner.notes
        plan.faults += planner.faults
        plan.imports.formUnion(ImportedModules(exposure, in: module.name).names)
        return exposure
    }

    private mutating func addSlots(to exposure: inout PlannedExposure) {
        let (known, unread) = slots.slots(of: exposure.type, in: module)
        exposure.slots = known
        plan.notes += unread.map {
            Remark(
                Wording.unreadSlot("\(exposure.type.name).\($0.property.name)", $0.reason),
                at: $0.property.declaration.location)
        }
    }

    /// The exposures with those of subclasses in that of the first superclass.
    private func nested(_ exposures: [PlannedExposure]) -> [PlannedExposure] {
        var roots: [PlannedExposure] = []
        var subclasses: [String: [PlannedExposure]] = [:]
        for exposure in exposures {
            let root = module.hierarchy(of: exposure.type).last { base in
                exposures.contains { $0.type.identifier == base.identifier }
            }
            if let root, root.identifier != exposure.type.identifier {
                subclasses[root.identifier, default: []].append(exposure)
            } else {
                roots.append(exposure)
            }
        }
        return roots.map { root in
            var root = root
            root.subclasses = subclasses[root.type.identifier] ?? []
            return root
        }
    }

    private mutating func checkComment(_ type: TypeDeclaration, _ mistake: CommentMistake) {
        guard !type.declaration.comment.members.isEmpty else { return }
        plan.faults.append(Remark(Wording.ineffectiveComment(type.name, mistake), at: type.declaration.location))
    }
}

/// Why the members that a comment lists are not exposed.
enum CommentMistake: Sendable {
    case notExposed
    case handWritten
}

extension TypeDeclaration {
    /// Whether its exposure is written by hand.
    fileprivate var hasExposure: Bool { properties.contains { $0.isStatic && $0.name == "exposure" } }
}
