import MoonwireValues

/// A property that is a preference, for one access: a slot of an owner, or a property without one, static or in a struct.
struct PreferenceSlot<Value: Convertible> {
    private let preference: Preference<Value>
    /// Nil for a property without an owner.
    private let bound: BoundSlot<Preference<Value>>?

    init(_ bound: BoundSlot<Preference<Value>>) {
        preference = bound.address.pointee
        self.bound = bound
    }

    init(ownerless preference: Preference<Value>) {
        self.preference = preference
        bound = nil
    }

    private var declaration: SlotDeclaration { preference.declaration }

    /// The container of the owner, or else the current one of this task.
    private var container: CurrentGeneration? { preference.home?.current ?? CurrentGeneration.ofSlots }

    private var reportKey: SlotReports.Key {
        bound?.reportKey ?? .ownerless(OwnerlessSlotKey(declaration, Value.self, id: preference.target.title))
    }
}

/// No access to the slot is open while stores, checks, and hooks run, because they may use it.
extension PreferenceSlot {
    func get() throws -> Value {
        try resolving { generation, definition in
            try generation.read(try generation.value(of: definition), of: definition, as: Value.self)
        }
    }

    func set(_ value: Value) throws {
        try resolving { generation, definition in
            try generation.set(definition, to: try generation.plainValue(value, for: definition))
        }
    }

    func reset() throws {
        try resolving { generation, definition in try generation.reset(definition) }
    }

    func values() throws -> PreferenceValues<Value> where Value: Sendable {
        try resolving { generation, definition in try generation.values(of: definition, as: Value.self) }
    }

    /// The value as a property reads it: the default for an invalid stored value.
    func read() -> Value {
        do { return try readOrThrow() } catch {
            if let value = bound?.substitute() { return value }
            declaration.trap(error)
        }
    }

    /// The same; throws if there is neither a value nor a default.
    func readOrThrow() throws -> Value {
        do {
            let value = try get()
            container?.endReports(of: reportKey)
            return value
        } catch {
            let value = try? resolving { generation, definition in
                try generation.read(definition.defaultValue, of: definition, as: Value.self)
            }
            guard let substitute = value ?? nothing(as: Value.self) else { throw error }
            if let error = error as? ContainerError { container?.report(error, of: reportKey) }
            return substitute
        }
    }

    /// Sets the value as a property does: an invalid one changes nothing.
    func assign(_ value: Value) {
        do { try set(value) } catch {
            if Resolution.current.refuseAssignment(error) { return }
            // Without a container, it would not be reported anywhere.
            if container == nil { declaration.trap(error) }
            report(error)
        }
    }

    /// The preference of the slot in a generation; throws ``ContainerError`` if it is not defined.
    func definition(in generation: Generation) throws -> PreferenceDefinition {
        switch preference.target {
        case .named(let name): return try generation.preference(name)
        case .group(let group, let name):
            guard let name = name ?? bound.map({ $0.field?.name ?? "?" }) else {
                throw ContainerError(.namelessPreference(group))
            }
            return try generation.preference(name, in: group)
        }
    }

    /// Runs `body` with the preference of the slot; errors name the slot.
    private func resolving<R>(_ body: (Generation, PreferenceDefinition) throws -> R) throws -> R {
        guard let container else { throw fault(.noContainer) }
        // What the container has started may read and set preferences until it has ended.
        guard container.peek({ _ in true }) != nil || container.live.last != nil else { throw fault(.containerEnded) }
        do {
            return try Resolution.current.resolving(in: container, whileEnding: true) { generation in
                do { return try body(generation, try definition(in: generation)) } catch let error as ContainerError {
                    throw generation.secrets.masked(error)
                }
            }
        } catch let error as ContainerError where error.isOfPreferenceName || error.code == .valueMismatch {
            throw said(error, in: nil)
        }
    }

    private func fault(_ fault: SlotFault) -> ContainerError {
        guard let bound else {
            return ContainerError(.ownerlessSlot(SlotType(Value.self).name, fault, declaration))
        }
        return ContainerError(.slot(bound.title, fault, declaration, in: nil))
    }

    /// The same error, for the slot.
    func said(_ error: ContainerError, in service: Definition?) -> ContainerError {
        ContainerError(
            error.diagnostics.map { .preferenceSlot(bound?.title, $0, declaration, in: service) },
            underlying: error.underlying)
    }

    /// Reports each refused assignment.
    private func report(_ error: any Error) {
        guard let error = error as? ContainerError, let container else { return }
        (container.peek { $0.reports } ?? container.live.last?.reports)?.diagnostics.report(error.diagnostics)
    }
}

extension Preference.Target {
    /// What distinguishes the preferences of slots that are declared on one line.
    fileprivate var title: String {
        switch self {
        case .named(let name): name
        case .group(let group, let name): "\(typeName(group)).\(name ?? "")"
        }
    }
}

extension ContainerError {
    /// Whether the error concerns the name by which a slot finds its preference.
    fileprivate var isOfPreferenceName: Bool { code == .unknownPreference || code == .invalidPreferenceGroup }
}
