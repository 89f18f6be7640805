import MoonwireValues

/// A slot that a rule fills.
struct SlotInRule {
    /// The slot as messages name it.
    let title: String
    let key: HeldSlot.Key
}

extension Generation {
    /// What a rule injects into a slot, which the container fills for `owner`.
    func answer<Value>(
        by entry: PlannedInjectionRules.Entry, _ type: Value.Type, for owner: AnyObject?, _ slot: SlotInRule,
        _ home: SlotHome?
    ) throws -> SlotAnswer<Value> {
        guard let value = entry.value else { return .nothing(.skipped(entry.rule)) }
        if case .function(let function) = value.content {
            return try make(by: function.callable, entry.rule, for: owner, slot)
        }
        noteNeeds(of: entry.rule, by: home)
        return .value(try read(value, by: entry.rule, slot.title))
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
        by function: any CallableServiceFunction, _ rule: InjectionRule, for owner: AnyObject?, _ slot: SlotInRule
    ) throws -> SlotAnswer<Value> {
        let made = try Resolution.current.making(slot.key) {
            try value(by: function, rule, for: owner, slot.title, Value.self)
        }
        guard let made else { throw secrets.masked(ContainerError(.readsSlotItFills(rule, slot.title))) }
        return made.map { .value($0) } ?? .nothing(.madeNothing(rule))
    }

    /// What a function of a rule returns; errors name the rule, and show no secrets.
    private func value<Value>(
        by function: any CallableServiceFunction, _ rule: InjectionRule, for owner: AnyObject?, _ slot: String,
        _: Value.Type
    ) throws -> Value? {
        do {
            return try withResolver { resolver in
                try function.value(for: owner, resolver) { try DynamicConverter<Value>().read($0) }
            }
        } catch let error as ContainerError {
            let diagnostics = error.diagnostics.map { $0.inFunction(of: rule, for: slot) }
            throw secrets.masked(ContainerError(diagnostics, underlying: error.underlying))
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
