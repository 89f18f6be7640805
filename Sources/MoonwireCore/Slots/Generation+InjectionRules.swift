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
        switch entry.value {
        case nil: return .nothing(.skipped(entry.rule))
        case .made(let factory): return try make(by: entry.rule, slot) { try self.value($0, by: factory, for: owner) }
        case .planned(let value):
            if case .function(let function) = value.content {
                if let owner, let action = action(function.callable.value, type, of: owner, slot.title) {
                    return .value(action)
                }
                return try make(by: entry.rule, slot) { resolver in
                    try function.callable.value(for: owner, resolver) { try DynamicConverter<Value>().read($0) }
                }
            }
            noteNeeds(of: entry.rule, by: home)
            return .value(try read(value, by: entry.rule, slot.title))
        }
    }

    /// What a closure of the application returns; a value of another type is converted, as that of a script is.
    private func value<Value>(
        _ resolver: ServiceResolver, by factory: InjectedValueFactory, for owner: AnyObject?
    ) throws -> Value? {
        guard let made = try factory.make(owner, resolver) else { return nil }
        if let value = made as? Value { return value }
        guard let convertible = made as? any Convertible, let plain = try? ValueCollector.plainValue(of: convertible)
        else {
            let found = "a value of type \(typeName(dynamicType(of: boxed(made))))"
            throw ConversionError(.kind(expected: typeName(unwrapped(Value.self)), found: found))
        }
        let planned = plan.planned(plain)
        return try withExtendedLifetime(planned) {
            try DynamicConverter<Value>().read(ValueReader(source, position: planned.position))
        }
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
        by rule: InjectionRule, _ slot: SlotInRule, _ make: (ServiceResolver) throws -> Value?
    ) throws -> SlotAnswer<Value> {
        let made = try Resolution.current.making(slot.key) { try value(by: rule, slot.title, make) }
        guard let made else { throw secrets.masked(ContainerError(.readsSlotItFills(rule, slot.title))) }
        return made.map { .value($0) } ?? .nothing(.madeNothing(rule))
    }

    /// What a function of a rule returns; errors name the rule, and show no secrets.
    private func value<Value>(
        by rule: InjectionRule, _ slot: String, _ make: (ServiceResolver) throws -> Value?
    ) throws -> Value? {
        do { return try withResolver(make) } catch let error as ContainerError {
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
    /// The rule that fills a slot; throws the error of a condition.
    func decisive<S: InjectableSlot>(for slot: BoundSlot<S>) throws -> Entry? {
        guard !book.rules.isEmpty, let field = slot.field else { return nil }
        return entry(
            try book.decisiveOrThrow(for: slot.table.subject(field), saysItself: slot.address.pointee.saysItself))
    }

    /// The rule for a slot that belongs to no object: only one for its type or its protocol can apply to it.
    func decisive<Value>(forOwnerless type: Value.Type, saysItself: Bool) -> Entry? {
        guard !book.rules.isEmpty else { return nil }
        return entry(book.decisive(for: InjectionRuleIndex.Subject(ownerless: SlotType(type)), saysItself: saysItself))
    }
}
