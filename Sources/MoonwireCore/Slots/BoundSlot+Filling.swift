import MoonwireValues

extension BoundSlot: ReportingSlot where S: InjectableSlot {
    /// The value as a property reads it: what cannot be thrown traps, an optional slot is nil.
    func read() -> S.Value {
        if let held = Resolution.current.heldValue(at: .storage(address), as: S.Value.self) { return held }
        do { return try readOrThrow() } catch { if let value = substitute() { return value } else { trap(error) } }
    }

    /// The value, which is found and kept now if the slot is empty; throws ``ContainerError`` when it cannot be filled.
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
        return try fillLate()
    }

    func error(_ fault: SlotFault) -> ContainerError {
        ContainerError(.slot(title, fault, address.pointee.declaration, in: nil))
    }

    /// Sees to it that there is a value to be changed in place.
    func prepare() {
        let value = read()
        // An optional slot for which there is nothing stays empty; what is changed then is its nil.
        if address.pointee.value == nil { address.pointee.value = value }
    }

    /// Asks the container of the owner, or else the current one of this task.
    private func fillLate() throws -> SlotAnswer<S.Value> {
        guard let home else {
            // A container that took the owner over did not see the slot.
            let isHidden = field == nil && table.fields.isEmpty
            return try fillAlone(isHidden ? .noFields(table.ownerName) : .noContainer)
        }
        guard home.peek({ _ in true }) != nil else { return try fillAlone(.containerEnded) }
        return try Resolution.current.resolving(in: home) { try fill(in: $0, isLate: true) }
    }

    /// Fills the slot without a container, if it can do that by itself.
    private func fillAlone(_ fault: SlotFault) throws -> SlotAnswer<S.Value> {
        if let value = address.pointee.initialValue { return .value(keep(value)) }
        if let value = try address.pointee.standIn(nil) { return .value(keep(value)) }
        return .nothing(fault)
    }

    /// Fills the slot: as a rule says, as the slot itself says, by its type, and in the end with what stands in.
    ///
    /// - Parameter isLate: Whether the owner is built already, and perhaps goes on in a later generation.
    func fill(in generation: Generation, isLate: Bool = false) throws -> SlotAnswer<S.Value> {
        let home = address.pointee.home
        if let rule = generation.rules.decisive(for: self) {
            guard let value = rule.value else { return .nothing(.skipped(rule.rule)) }
            generation.noteNeeds(of: rule.rule, by: home)
            return .value(try inject(try generation.read(value, by: rule.rule, title), from: generation, isLate))
        }
        if let value = address.pointee.initialValue { return .value(try inject(value, from: generation, isLate)) }
        let answer = try generation.answer(S.Value.self, id: address.pointee.id, for: home)
        switch answer {
        case .value(let value, let isWeak):
            return .value(try inject(value, isWeak: isWeak, from: generation, isLate))
        case .nothing(.noProvider):
            guard let standIn = try address.pointee.standIn(generation) else { return answer }
            return .value(try inject(standIn, from: generation, isLate))
        case .nothing: return answer
        }
    }

    /// Puts in what was found, and tells hooks. The value is visible by then and no access to the slot is open, so that
    /// they may read the slot, and assign it. A slot whose hooks fail stays empty.
    private func inject(
        _ value: S.Value, isWeak: Bool = false, from generation: Generation, _ isLate: Bool
    ) throws -> S.Value {
        // What an override gives is for one task, and the owner may outlive that, as it may outlive a generation whose time
        // is over.
        guard address.pointee.home?.keeps(generation, isLate) != false else { return value }
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

    /// Puts a value in, unless the code that made it has done so meanwhile; an optional that is nil leaves it empty.
    private func keep(_ value: S.Value) -> S.Value {
        if address.pointee.value == nil, !isNothing(value) { address.pointee.value = value }
        return address.pointee.value ?? value
    }

    /// The container that fills the slot: the one of the owner, or the one that counts here.
    private var home: CurrentGeneration? { address.pointee.home?.container ?? CurrentGeneration.ofSlots }

    var reportingContainer: CurrentGeneration? { home }
}
