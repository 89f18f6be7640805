package import MoonwireValues

/// A value as a definition or a parameter holds it: plain data, or something that is read when a service is built.
package enum WiredValue: Sendable {
    case value(PlainValue)
    /// A string with placeholders.
    case template(TextTemplate)
    case reference(ServiceReference)
    case parameter(ParameterReference)
    case environment(EnvironmentReference)
    case preference(PreferenceReference)
    /// A value that is given when the service is resolved.
    case argument(ArgumentReference)
    case list([WiredValue])
    case map([String: WiredValue])
    /// A map with placeholders in its keys, in the order in which the keys are written.
    case keyedMap([KeyedEntry])
    /// A service without an id, built for this value only.
    case inline(Definition)
    /// A function of the script, as a value.
    case function(any ServiceFunction)
    /// An object of the application.
    case object(any AnyObject & Sendable)
    /// Services that are known after all layers have been merged; a graph without faults contains none.
    case placeholder(Placeholder)
}

/// An entry of a map, with a key into which parameters or variables are filled.
package struct KeyedEntry: Sendable {
    /// The key as it is written.
    package let written: String
    /// The key with its placeholders.
    package let key: TextTemplate
    /// The value of the entry.
    package let value: WiredValue

    /// Creates an entry.
    ///
    /// `written` is the key as it appears in the script.
    package init(_ written: String, _ key: TextTemplate, _ value: WiredValue) {
        self.written = written
        self.key = key
        self.value = value
    }

    /// The same entry with another value.
    package func with(_ value: WiredValue) -> KeyedEntry { KeyedEntry(written, key, value) }
}

extension [KeyedEntry] {
    /// A map with the same keys and without values.
    var keysAlone: WiredValue { .keyedMap(map { $0.with(.value(.null)) }) }
}

/// A placeholder for services that are known only from the whole graph.
package enum Placeholder: Sendable {
    /// All services with a tag.
    case tagged(TaggedReference)
    /// The services of a type.
    case typed(TypedReference)
    /// What a decorator wraps.
    case inner
}

/// A placeholder for all services with a tag, in the order of their priorities.
package struct TaggedReference: Sendable {
    package let tag: String
    /// The attribute whose values are the keys of a map; nil for a list.
    package let key: String?
    /// The form in which each service is passed.
    package let kind: ServiceReference.Kind
    /// The services that are not collected; nil for most.
    package let excluded: ServiceList?
    /// Whether each arrives as a map with the service and the attributes of its tag.
    package let hasAttributes: Bool
    package let location: ScriptLocation?

    package init(
        _ tag: String, by key: String? = nil, kind: ServiceReference.Kind = .required,
        excluding excluded: ServiceList? = nil, hasAttributes: Bool = false, location: ScriptLocation? = nil
    ) {
        self.tag = tag
        self.key = key
        self.kind = kind
        self.excluded = excluded
        self.hasAttributes = hasAttributes
        self.location = location
    }
}

/// A list of services, each with the line on which it is written.
///
/// A class, because all definitions that contain the value share it.
package final class ServiceList: Sendable {
    package let services: [ServiceReference]

    package init(_ services: [ServiceReference]) {
        self.services = services
    }
}

/// A reference to another service.
package struct ServiceReference: Sendable {
    /// The form in which the service is passed.
    package enum Kind: String, Sendable, Codable {
        case required = "ref"
        /// Nil if the service is not defined.
        case optional
        /// Nil if the service has no instance yet: `optional("id", { built = true })`.
        case built
        /// Passed to a setter or a call when all services of a cycle have been constructed.
        case later
        /// A handle that builds at its first use.
        case lazy
        /// A handle that resolves again at each use.
        case provider
    }

    /// The id; that of a service of the file in which the reference is written precedes others.
    package var id: String { module?.id(of: writtenID) ?? writtenID }
    private let writtenID: String
    /// The module of the file in which it is written; nil for most.
    let module: FileModule?
    package let kind: Kind
    /// Whether it is nil if the service is not defined.
    package var isOptional: Bool { kind == .optional || kind == .built }
    /// The line of the call; nil for a form in a string and for `ref.id`, which are on the line of their field.
    package let location: ScriptLocation?
    /// Whether it was written as a string: `"@id"`.
    package let isTextForm: Bool
    /// What selected the service; nil for a reference that a script writes with its id.
    package let selection: Selection?
    /// The arguments for the service; nil for most.
    package let arguments: PassedArguments?
    /// Whether it is dropped, with what contains it, if its service is not defined.
    package let isDroppable: Bool
    /// The kind that the definition states, if the service is lazy and passed as a handle; nil for most.
    package let statedKind: Kind?

    package init(
        _ id: String, kind: Kind = .required, location: ScriptLocation? = nil, arguments: PassedArguments? = nil,
        isDroppable: Bool = false, in module: FileModule? = nil
    ) {
        self.init(
            id, kind: kind, location: location, selection: nil, arguments: arguments, isDroppable: isDroppable,
            module: module)
    }

    /// Creates a reference that was written as a string.
    package init(textForm id: String, kind: Kind, in module: FileModule? = nil) {
        self.init(id, kind: kind, location: nil, isTextForm: true, selection: nil, module: module)
    }

    init(
        _ id: String, kind: Kind, location: ScriptLocation?, isTextForm: Bool = false, selection: Selection?,
        arguments: PassedArguments? = nil, isDroppable: Bool = false, statedKind: Kind? = nil,
        module: FileModule? = nil
    ) {
        writtenID = id
        self.module = module
        self.kind = kind
        self.location = location
        self.isTextForm = isTextForm
        self.selection = selection
        self.arguments = arguments
        self.isDroppable = isDroppable
        self.statedKind = statedKind
    }

    /// The same reference to a service that a list names, with its line.
    package func listed(at location: ScriptLocation?) -> ServiceReference {
        ServiceReference(writtenID, kind: kind, location: location, selection: nil, module: module)
    }

    /// The handle that is passed for this reference to a lazy service.
    var handle: ServiceReference {
        ServiceReference(
            writtenID, kind: .lazy, location: location, isTextForm: isTextForm, selection: selection,
            arguments: arguments, isDroppable: isDroppable, statedKind: kind, module: module)
    }

    /// The same reference to the service, whether it has been built or not.
    var required: ServiceReference {
        ServiceReference(
            writtenID, kind: .required, location: location, isTextForm: isTextForm, selection: selection,
            arguments: arguments, module: module)
    }

    /// The same reference with other arguments.
    func with(_ arguments: PassedArguments) -> ServiceReference {
        ServiceReference(
            writtenID, kind: kind, location: location, isTextForm: isTextForm, selection: selection,
            arguments: arguments, isDroppable: isDroppable, statedKind: statedKind, module: module)
    }

    /// Why a reference that no script writes with its id refers to this service.
    ///
    /// A class, because all references of a list share it.
    package final class Selection: Sendable {
        package enum Reason: Sendable {
            /// The service has the tag.
            case tag(TaggedReference)
            /// The service has the type that `typed` names.
            case type(TypedReference)
            /// The service has the type of an argument that is wired by its type; the name as scripts write it.
            case argument(type: String)
        }

        package let reason: Reason

        init(_ reason: Reason) {
            self.reason = reason
        }
    }
}

/// A reference to the value of a parameter when a service is built.
package struct ParameterReference: Sendable {
    package let name: String
    package let location: ScriptLocation?

    package init(_ name: String, location: ScriptLocation? = nil) {
        self.name = name
        self.location = location
    }
}

/// A reference to the value of an environment variable when a service is built.
package struct EnvironmentReference: Sendable, Hashable {
    package let name: String
    package let type: EnvironmentType
    package let isSecret: Bool
    /// The text that is read if the variable is not set; nil if it must be set.
    package let defaultText: String?
    package let location: ScriptLocation?

    package init(
        _ name: String, type: EnvironmentType, isSecret: Bool, default text: String? = nil,
        location: ScriptLocation? = nil
    ) {
        self.name = name
        self.type = type
        self.isSecret = isSecret
        defaultText = text
        self.location = location
    }
}
