import MoonwireModel
import MoonwireValues

/// Makes the value of a rule that is written in Swift, for each owner.
///
/// The rule contains it in an inline service, by whose type the value is checked before anything is built.
final class InjectedValueFactory: ConstantFactoryBody {
    let constant: (any Sendable)?
    /// Receives the owner, which is nil for a slot without one; nil means no value.
    let make: @Sendable (AnyObject?, ServiceResolver) throws -> Any?

    init(constant: (any Sendable)?, _ make: @escaping @Sendable (AnyObject?, ServiceResolver) throws -> Any?) {
        self.constant = constant
        self.make = make
    }
}

extension Definition {
    /// An inline service for the value of a rule.
    init<Value>(
        injecting _: Value.Type, constant: (any Sendable)? = nil, at location: ScriptLocation,
        _ make: @escaping @Sendable (AnyObject?, ServiceResolver) throws -> Value?
    ) {
        let body = InjectedValueFactory(constant: constant) { owner, resolver in
            try make(owner, resolver).map { $0 as Any }
        }
        let factory = SwiftFactory(
            body, makes: Caster<Value>.identity(), exposed: (Value.self as? any Exposed.Type)?.exposure,
            isSendable: true)
        self.init(id: "", origin: Origin(location), construction: .swift(factory))
        scope = .transient
    }
}

extension InjectionRule {
    /// The closure of a rule that is written in Swift; nil for a rule of a script, and one that refers to a service.
    var factory: InjectedValueFactory? {
        guard case .inline(let definition)? = value, case .swift(let factory) = definition.construction else {
            return nil
        }
        return factory.body as? InjectedValueFactory
    }
}
