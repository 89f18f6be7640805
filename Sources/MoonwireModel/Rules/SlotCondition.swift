import MoonwireSupport
import MoonwireValues

/// What the condition of a rule receives: the properties of a slot that are known without an instance of its owner.
package struct SlotProperties: Sendable, Hashable {
    /// The name of the owner's class.
    package let owner: String
    package let name: String
    /// The name of the declared type; of an optional slot, of the wrapped type.
    package let type: String
    /// The name of the property wrapper, without `@`.
    package let wrapper: String
    package let isOptional: Bool

    package init(owner: String, name: String, type: String, wrapper: String, isOptional: Bool) {
        self.owner = owner
        self.name = name
        self.type = type
        self.wrapper = wrapper
        self.isOptional = isOptional
    }

    /// As messages name the slot: `Dashboard.engine`.
    package var title: String { "\(owner).\(name)" }
}

/// The function in `inject { where = function(slot) … end }`.
package protocol SlotConditionBody: AnyObject, Sendable {
    /// Whether the rule applies to the slot.
    func answer(for slot: SlotProperties) throws -> SlotConditionAnswer
}

/// The result of a condition for a slot.
package struct SlotConditionAnswer: Sendable {
    /// Whether the rule applies.
    let holds: Bool
    /// A result that is not a Boolean, as messages show it; nil for a Boolean, and for no value.
    let unexpected: String?

    package init(holds: Bool, unexpected: String? = nil) {
        self.holds = holds
        self.unexpected = unexpected
    }
}

/// A further condition of an injection rule, with its results.
///
/// The function is called once for slots with the same properties; two threads may call it for the same slot at the same time.
package final class SlotCondition: Sendable {
    private struct Answers {
        var known: [SlotProperties: Result<SlotConditionAnswer, any Error>] = [:]
        /// The error of all slots without a result.
        var failure: (any Error)?
    }

    private let body: any SlotConditionBody
    private let answers = Lock(Answers())

    package init(_ body: any SlotConditionBody) {
        self.body = body
    }

    /// Whether the rule applies to a slot; throws what the function threw.
    func holds(for slot: SlotProperties) throws -> Bool { try answer(for: slot).holds }

    /// The result for a slot; throws what the function threw.
    func answer(for slot: SlotProperties) throws -> SlotConditionAnswer {
        let known = answers.withLock { $0.known[slot] ?? $0.failure.map { .failure($0) } }
        if let known { return try known.get() }
        let answer = Result { try body.answer(for: slot) }
        return try answers.withLock { answers in
            let first = answers.known[slot] ?? answer
            answers.known[slot] = first
            return first
        }.get()
    }

    /// Makes every slot without a result an error, so that the function is not called again.
    func end(with error: any Error) { answers.withLock { $0.failure = error } }
}

extension SlotProperties {
    init(_ slot: SlotDescription, of owner: SlotOwner) {
        var isOptional = false
        if case .optional = slot.shape { isOptional = true }
        self.init(
            owner: owner.name, name: slot.name, type: slot.type,
            wrapper: slot.wrapperName ?? slot.kind.wrapperName, isOptional: isOptional)
    }
}

extension SlotDescription.Kind {
    /// The name of the property wrapper, without `@`.
    package var wrapperName: String {
        switch self {
        case .injected: "Injected"
        case .lazy: "Lazy"
        case .final: "Final"
        case .preference: "Preference"
        case .weak: "Weak"
        case .provided: "Provided"
        case .partial: "Partial"
        case .resource: "Resource"
        }
    }
}
