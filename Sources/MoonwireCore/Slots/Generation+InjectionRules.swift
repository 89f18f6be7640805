import MoonwireValues

extension Generation {
    /// What a rule injects into a slot, which the container fills for `owner`.
    ///
    /// `slot` is the name of the slot in messages.
    func answer<Value>(
        by entry: PlannedInjectionRules.Entry, _ type: Value.Type, for owner: AnyObject?, _ slot: String,
        _ home: SlotHome?
    ) throws -> SlotAnswer<Value> {
        guard let value = entry.value else { return .nothing(.skipped(entry.rule)) }
        if case .function(let function) = value.content {
            return try make(by: function.callable, entry.rule, for: owner, slot, home)
        }
        noteNeeds(of: entry.rule, by: home)
        return .value(try read(value, by: entry.rule, slot))
    }

    private func noteNeeds(of rule: InjectionRule, by home: SlotHome?) {
        rule.value?.visitReferences { reference, _ in
            if reference.kind != .provider, let position = plan.names.position(of: reference.id) {
                note(position, by: home)
            }
        }
    }

    private func read<Value>(_ value: PlannedValue, by rule: InjectionRule, _ slot: String) throws -> Value {
        do {
            return try DynamicConverter<Value>().read(ValueReader(source, position: value.position))
        } catch let given as ConversionError {
            let error = rule.value.map { parameters.evaluator.written(given, in: $0) } ?? given
            throw mismatch(rule, slot, error)
        }
    }

    private func mismatch(_ rule: InjectionRule, _ slot: String, _ error: ConversionError) -> ContainerError {
        secrets.masked(
            ContainerError(
                .ruleMismatch(rule, slot, error.sentence, path: error.path, suggestions: error.suggestions),
                underlying: error))
    }

    private func make<Value>(
        by function: any CallableServiceFunction, _ rule: InjectionRule, for owner: AnyObject?, _ slot: String,
        _ home: SlotHome?
    ) throws -> SlotAnswer<Value> {
        do {
            let resolution = Resolution.current
            let service = home?.service.flatMap { plan.names.position(of: $0) }
            let made = try resolution.making(for: service.map { SlotOwnerService($0, in: self, resolution) }) {
                try withResolver { resolver in
                    try function.value(for: owner, resolver) { try DynamicConverter<Value>().read($0) }
                }
            }
            return made.map { .value($0) } ?? .nothing(.madeNothing(rule))
        } catch let error as ContainerError {
            let diagnostics = error.diagnostics.map { $0.inFunction(of: rule, for: slot) }
            throw ContainerError(diagnostics, underlying: error.underlying)
        } catch let error as ConversionError {
            throw mismatch(rule, slot, error)
        } catch {
            throw secrets.masked(ContainerError(.ruleFailed(rule, slot, error), underlying: error))
        }
    }
}

extension PlannedInjectionRules {
    func decisive<S: InjectableSlot>(for slot: BoundSlot<S>) -> Entry? {
        guard !book.rules.isEmpty, let field = slot.field else { return nil }
        return entry(
            book.decisive(for: slot.table.subject(field), saysItself: slot.address.pointee.saysItself))
    }

    /// The rule for a slot that belongs to no object: only one for its type or its protocol can apply to it.
    func decisive<Value>(forOwnerless type: Value.Type, saysItself: Bool) -> Entry? {
        guard !book.rules.isEmpty else { return nil }
        return entry(book.decisive(for: InjectionRuleIndex.Subject(ownerless: SlotType(type)), saysItself: saysItself))
    }
}
