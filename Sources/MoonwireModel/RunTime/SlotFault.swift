/// Why no value can be injected into a slot.
package enum SlotFault {
    case noContainer
    /// The runtime has no field information for the owner's class, which has that name.
    case noFields(String)
    case containerEnded
    case noProvider(String)
    case severalProviders(Any.Type, any ProviderNames)
    case unknownService(String, DefinitionGraph)
    case unknownPartial(String, DefinitionGraph)
    case wrongType(Definition, is: Any.Type, wanted: Any.Type)
    case skipped(InjectionRule)
    /// The function of the rule returned nothing.
    case madeNothing(InjectionRule)

    /// The rule fills the slot once, and it was emptied.
    case spent(InjectionRule)
    /// The provider of the property wrapper with that name returned nothing.
    case providedNothing(String)
    /// The implementation of that name does not give the resource.
    case noResource(String)

    /// Whether no service provides the type of the slot.
    package var isOfMissingProvider: Bool { if case .noProvider = self { true } else { false } }

    /// Whether an optional slot is then empty without a report.
    package var isAbsence: Bool {
        switch self {
        case .noContainer, .containerEnded, .noProvider, .unknownService, .unknownPartial, .skipped, .madeNothing,
            .spent,
            .providedNothing, .noResource:
            true
        case .severalProviders, .wrongType, .noFields: false
        }
    }
}

/// Gives the ids of the services that provide a type.
///
/// An optional slot may be read very often while it is empty, and only a message lists them.
package protocol ProviderNames: AnyObject {
    func providers(of type: Any.Type) -> [String]
}
