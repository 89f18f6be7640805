import MoonwireValues

extension Preference: DeclaredSlot {
    static var kind: SlotDescription.Kind { .preference }

    static func read(_ slot: BoundSlot<Self>) throws -> Value { try slot.readOrThrow() }

    static func assign(_ value: Value, to slot: BoundSlot<Self>) throws { try slot.set(value) }

    /// When a container takes over an owner, the slot must match a preference.
    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) throws {
        if slot.address.pointee.home?.current !== adoption.home.current {
            slot.address.pointee.home = adoption.home
        }
        do {
            let definition = try slot.preference(in: adoption.generation)
            try adoption.generation.check(definition, fits: Value.self)
        } catch let error as ContainerError {
            throw slot.said(error, in: adoption.service?.definition)
        }
    }
}

/// No access to the slot is open while stores, checks, and hooks run, because they may use it.
extension BoundSlot {
    func get<Value: Convertible>() throws -> Value where S == Preference<Value> {
        try resolving { generation, definition in
            try generation.read(try generation.value(of: definition), of: definition, as: Value.self)
        }
    }

    func set<Value: Convertible>(_ value: Value) throws where S == Preference<Value> {
        try resolving { generation, definition in
            try generation.set(definition, to: try generation.plainValue(value, for: definition))
        }
    }

    func reset<Value: Convertible>() throws where S == Preference<Value> {
        try resolving { generation, definition in try generation.reset(definition) }
    }

    func values<Value: Convertible & Sendable>() throws -> PreferenceValues<Value> where S == Preference<Value> {
        try resolving { generation, definition in try generation.values(of: definition, as: Value.self) }
    }

    /// The value as a property reads it: the default for an invalid stored value.
    func read<Value: Convertible>() -> Value where S == Preference<Value> {
        do { return try readOrThrow() } catch {
            if let value = substitute() { return value }
            trap(error)
        }
    }

    /// The same; throws if there is neither a value nor a default.
    fileprivate func readOrThrow<Value: Convertible>() throws -> Value where S == Preference<Value> {
        do {
            let value: Value = try get()
            container()?.endReports(of: reportKey)
            return value
        } catch {
            let value = try? resolving { generation, definition in
                try generation.read(definition.defaultValue, of: definition, as: Value.self)
            }
            guard let substitute = value ?? nothing(as: Value.self) else { throw error }
            if let error = error as? ContainerError { container()?.report(error, of: reportKey) }
            return substitute
        }
    }

    /// Sets the value as a property does: an invalid one changes nothing.
    func assign<Value: Convertible>(_ value: Value) where S == Preference<Value> {
        do { try set(value) } catch {
            if Resolution.current.refuseAssignment(error) { return }
            // Without a container, it would not be reported anywhere.
            if container() == nil { trap(error) }
            report(error)
        }
    }

    fileprivate func preference<Value: Convertible>(
        in generation: Generation
    ) throws -> PreferenceDefinition where S == Preference<Value> {
        switch address.pointee.target {
        case .group(let group): try generation.preference(field?.name ?? "?", in: group)
        case .named(let name): try generation.preference(name)
        }
    }

    /// Runs `body` with the preference of the slot; errors name the slot.
    private func resolving<Value: Convertible, R>(
        _ body: (Generation, PreferenceDefinition) throws -> R
    ) throws -> R where S == Preference<Value> {
        guard let container = container() else { throw fault(.noContainer) }
        // What the container has started may read and set preferences until it has ended.
        guard container.peek({ _ in true }) != nil || container.live.last != nil else { throw fault(.containerEnded) }
        do {
            return try Resolution.current.resolving(in: container, whileEnding: true) { generation in
                do { return try body(generation, try preference(in: generation)) } catch let error as ContainerError {
                    throw generation.secrets.masked(error)
                }
            }
        } catch let error as ContainerError where error.isOfPreferenceName || error.code == .valueMismatch {
            throw said(error, in: nil)
        }
    }

    /// The container of the owner, or else the current one of this task.
    private func container<Value: Convertible>() -> CurrentGeneration? where S == Preference<Value> {
        address.pointee.home?.current ?? CurrentGeneration.ofSlots
    }

    private func fault<Value: Convertible>(_ fault: SlotFault) -> ContainerError where S == Preference<Value> {
        ContainerError(.slot(title, fault, address.pointee.declaration, in: nil))
    }

    /// The same error, for the slot.
    fileprivate func said<Value: Convertible>(
        _ error: ContainerError, in service: Definition?
    ) -> ContainerError where S == Preference<Value> {
        let declaration = address.pointee.declaration
        return ContainerError(
            error.diagnostics.map { .preferenceSlot(title, $0, declaration, in: service) },
            underlying: error.underlying)
    }

    /// Reports each refused assignment.
    private func report<Value: Convertible>(_ error: any Error) where S == Preference<Value> {
        guard let error = error as? ContainerError else { return }
        guard let container = container() else { return }
        (container.peek { $0.reports } ?? container.live.last?.reports)?.diagnostics.report(error.diagnostics)
    }
}

extension ContainerError {
    /// Whether the error concerns the name by which a slot finds its preference.
    fileprivate var isOfPreferenceName: Bool { code == .unknownPreference || code == .invalidPreferenceGroup }
}
