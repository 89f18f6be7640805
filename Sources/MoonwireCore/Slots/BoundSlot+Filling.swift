import MoonwireValues

extension BoundSlot: ReportingSlot where S: InjectableSlot {
    /// The value as a property reads it: an error traps, and an optional slot is nil.
    func read() -> S.Value {
        if let held = Resolution.current.heldValue(at: .storage(address), as: S.Value.self) { return held }
        do { return try readOrThrow() } catch { if let value = substitute() { return value } else { trap(error) } }
    }

    /// The value, which is injected now if the slot is empty; throws ``ContainerError`` if that fails.
    func get() throws -> S.Value {
        switch try answer() {
        case .value(let value, _): return value
        case .nothing(let fault):
            if fault.isAbsence, let none = nothing(as: S.Value.self) { return none }
            throw error(fault)
        }
    }

    func answer() throws -> SlotAnswer<S.Value> {
        if let value = address.pointee.value { return .value(value) }
        let answer = try fillLate()
        if case .nothing(let fault) = answer, fault.isOfMissingProvider, field?.mayLackProvider == true {
            reportUnmade(fault)
        }
        return answer
    }

    /// Reports once that no service provides the type of a slot that nothing has assigned; the caller receives an error at each read.
    private func reportUnmade(_ fault: SlotFault) {
        guard let field, let generation = home?.peek({ $0 }),
            generation.isFirstReport(ofUnmade: field, of: table, fault),
            let remark = Diagnostic.declaredSlot(title, fault, address.pointee.declaration)
        else { return }
        generation.reports.diagnostics.report([remark])
    }

    func error(_ fault: SlotFault) -> ContainerError {
        ContainerError(.slot(title, fault, address.pointee.declaration, in: nil))
    }

    /// Ensures that there is a value to be changed in place.
    func prepare() {
        let value = read()
        // An optional slot without a value stays empty; its nil is changed.
        if address.pointee.value == nil { address.pointee.value = value }
    }

    /// Uses the container of the owner, or else the current one of this task.
    private func fillLate() throws -> SlotAnswer<S.Value> {
        guard let home else {
            // A container that injected into the owner did not find the slot.
            let isHidden = field == nil && table.fields.isEmpty
            return try fillAlone(isHidden ? .noFields(table.ownerName) : .noContainer)
        }
        guard home.peek({ _ in true }) != nil else { return try fillAlone(.containerEnded) }
        let resolution = Resolution.current
        return try resolution.resolving(in: home) { generation in
            let answer = try resolution.fillingLate(address.pointee.home, in: generation) {
                try fill(in: generation, isLate: true)
            }
            if case .nothing(let fault) = answer, fault.isOfWiring {
                address.pointee.home?.noteEmpty(at: offset, in: generation)
            }
            return answer
        }
    }

    /// Fills the slot without a container, if that is possible.
    private func fillAlone(_ fault: SlotFault) throws -> SlotAnswer<S.Value> {
        if let value = address.pointee.initialValue { return .value(keep(value)) }
        if let value = try address.pointee.standIn(nil) { return .value(keep(value)) }
        return .nothing(fault)
    }

    /// Fills the slot: by a rule, by the declaration of the slot, by its type, or else with a default.
    ///
    /// `isLate` states whether the owner is built already, and may have been carried over to a later generation.
    func fill(in generation: Generation, isLate: Bool = false) throws -> SlotAnswer<S.Value> {
        let home = address.pointee.home
        if let rule = try generation.plan.rules.decisive(for: self) {
            let isOnce = rule.rule.options.contains(.once)
            if isOnce, home?.isSpent == true { return .nothing(.spent(rule.rule)) }
            let answer = try generation.answer(
                by: rule, S.Value.self, for: owner, SlotInRule(title: title, key: .storage(address)), home)
            guard case .value(let value, _) = answer else { return answer }
            let injected = try inject(value, from: generation, isLate)
            if isOnce { noteSpent(in: generation) }
            return .value(injected)
        }
        if let value = address.pointee.initialValue { return .value(try inject(value, from: generation, isLate)) }
        let answer = try S.answer(for: self, in: generation)
        switch answer {
        case .value(let value, let isWeak):
            return .value(try inject(value, isWeak: isWeak, from: generation, isLate))
        case .nothing(.noProvider):
            guard let standIn = try address.pointee.standIn(generation) else { return answer }
            return .value(try inject(standIn, from: generation, isLate))
        case .nothing: return answer
        }
    }

    /// A rule with `once` has filled the slot, unless it stores no value.
    private func noteSpent(in generation: Generation) {
        guard address.pointee.value != nil else { return }
        address.pointee.home = (address.pointee.home ?? SlotHome(generation, nil, .none)).spent
    }

    /// Stores the value and calls hooks.
    ///
    /// The value is then visible and no access to the slot is open, so hooks may read and assign the slot. A slot whose
    /// hooks fail stays empty.
    private func inject(
        _ value: S.Value, isWeak: Bool = false, from generation: Generation, _ isLate: Bool
    ) throws -> S.Value {
        // The value of an override is for one task, and the owner may outlive that, as it may outlive a generation that is over.
        guard S.keepsValue, address.pointee.home?.keeps(generation, isLate) != false else { return value }
        let kept = keep(value)
        guard let field, let hooks = generation.hooks(ofSlot: field, table), !isNothing(kept) else { return kept }
        do {
            try generation.hookRunner.injected(boxed(unwrappedValue(kept)), isWeak: isWeak, into: owner, hooks)
        } catch {
            address.pointee.value = nil
            throw error
        }
        return address.pointee.value ?? kept
    }

    /// Stores a value, unless the code that created it has stored one meanwhile; an optional that is nil leaves it empty.
    private func keep(_ value: S.Value) -> S.Value {
        if address.pointee.value == nil, !isNothing(value) { address.pointee.value = value }
        return address.pointee.value ?? value
    }

    /// The container that fills the slot: that of the owner, or the current one.
    private var home: CurrentGeneration? { address.pointee.home?.current ?? CurrentGeneration.ofSlots }

    var reportingContainer: CurrentGeneration? { home }
}

extension SlotFault {
    /// Whether the wiring has nothing for the slot, whatever the instances are.
    fileprivate var isOfWiring: Bool {
        switch self {
        case .noProvider, .unknownService, .skipped: true
        default: false
        }
    }
}
