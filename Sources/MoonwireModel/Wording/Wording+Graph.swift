package import MoonwireValues

// Messages about parents, decorators, tags, and deprecation.

extension Diagnostic.Code {
    /// A secret is used where it would be shown.
    public static let secretInDefinition = Diagnostic.Code("secret-in-definition")
    /// A parent does not exist, or cannot be inherited from.
    public static let invalidParent = Diagnostic.Code("invalid-parent")
    /// An extension cannot change its target.
    public static let invalidExtension = Diagnostic.Code("invalid-extension")
    /// A decorator cannot decorate its target.
    public static let invalidDecorator = Diagnostic.Code("invalid-decorator")
    /// A tag is not written as a tag.
    public static let invalidTag = Diagnostic.Code("invalid-tag")
    /// A reference cannot be left out where it is written.
    public static let misplacedDrop = Diagnostic.Code("misplaced-drop")
    /// A reference to a service only if it is built, although instances of the service are not kept.
    public static let neverKept = Diagnostic.Code("never-kept")
    /// A deprecated service is used.
    public static let deprecated = Diagnostic.Code("deprecated")
    /// A private service is resolved by the application.
    public static let notPublic = Diagnostic.Code("not-public")
    /// An abstract definition is used as a service.
    public static let abstractService = Diagnostic.Code("abstract-service")
    /// Scripts exceed a limit of size, depth, or number.
    public static let limitExceeded = Diagnostic.Code("limit-exceeded")
}

extension Diagnostic {
    static func unknownParent(_ id: String, _ child: Definition, near: [String]) -> Diagnostic {
        Diagnostic(
            .invalidParent, "\(child.phrase): parent \"\(id)\" is not defined", at: child.location(of: ["parent"]),
            suggestions: near)
    }

    /// An extension of a service that no earlier script and no earlier line defines.
    static func extendsNothing(_ change: Definition, later: Definition?, near: [String]) -> Diagnostic {
        Diagnostic(
            .unknownService, "\(change.extensionPhrase): service \"\(change.id)\" is not defined",
            at: change.origin.location,
            suggestions: later == nil ? near : [],
            hints: later.map { later in
                [
                    "it is defined later\(later.origin.location.map { ", at \($0)" } ?? ""), and must be defined before it is extended"
                ]
            } ?? [])
    }

    static func extendsAlias(_ change: Definition, of target: String) -> Diagnostic {
        Diagnostic(
            .invalidExtension, "\(change.extensionPhrase): \"\(change.id)\" is an alias", at: change.origin.location,
            hints: ["write `extend \"\(target)\" { … }`"])
    }

    static func extendsDecorator(_ change: Definition) -> Diagnostic {
        Diagnostic(
            .invalidExtension, "\(change.extensionPhrase): \"\(change.id)\" is a decorator, which cannot be extended",
            at: change.origin.location, hints: ["a later `decorate` with the same `id` replaces it"])
    }

    static func extendsSynthetic(_ change: Definition, _ key: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidExtension,
            "\(change.extensionPhrase): \(key) has no effect on a synthetic service, which the application supplies",
            at: location)
    }

    /// Arguments for a service whose maker takes none; `maker` is what makes it.
    static func extendsArguments(
        _ change: Definition, _ definition: Definition, maker: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidExtension, "\(change.extensionPhrase): \"args\" has no effect on a service that \(maker) makes",
            at: location, hints: definition.origin.location.map { ["it is defined at \($0)"] } ?? [])
    }

    /// The position of an argument depends on how many the parent has.
    static func extendsAppended(_ change: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidExtension,
            "\(change.extensionPhrase): the service appends its arguments by position to those of its parent",
            at: location,
            hints: ["write the argument with its label"])
    }

    static func extendsByNothing(_ change: Definition) -> Diagnostic {
        Diagnostic(
            .invalidExtension, "\(change.extensionPhrase) changes nothing", at: change.origin.location,
            severity: .warning)
    }

    static func tooMuchInheritedOrCollected(_ phrase: String, room: Int, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .limitExceeded,
            "\(phrase): the values that services inherit and collect need more than the \(room) bytes that remain",
            at: location,
            hints: [
                "inherited and collected values count for each service",
                "`Limits.hostMemory` sets how much memory the scripts may use in total",
            ])
    }

    static func tooLongIDs(_ definition: Definition, room: Int) -> Diagnostic {
        Diagnostic(
            .limitExceeded,
            "\(definition.phrase): the ids of the services that its decorators wrap need more than the \(room) bytes that remain",
            at: definition.origin.location,
            hints: [
                "each decorator appends \"\(Definition.innerSuffix)\" to the id of the service that it wraps",
                "`Limits.hostMemory` sets how much memory the scripts may use in total",
            ])
    }

    static func tooManyHolders(_ definition: Definition, _ type: String) -> Diagnostic {
        Diagnostic(
            .limitExceeded,
            "\(definition.phrase): so many services are built with it that the ones that share an instance cannot be determined, "
                + "and \(type) is not Sendable",
            at: definition.location(of: ["scope"]), hints: ["use scope \"transient\", or make \(type) Sendable"])
    }

    static func abstractService(
        _ abstract: Definition, in definition: Definition, _ valuePath: ValuePath, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .abstractService,
            "\(definition.phrase): \(valuePath.phrase) refers to \"\(abstract.id)\", which is abstract",
            at: location, hints: [abstract.inheritOnly])
    }

    package static func abstractService(_ abstract: Definition) -> Diagnostic {
        Diagnostic(
            .abstractService, "service \"\(abstract.id)\" is abstract", at: abstract.origin.location,
            hints: [abstract.inheritOnly])
    }

    static func nothingToDecorate(_ decorator: Decorator, isAbstract: Bool, near: [String]) -> Diagnostic {
        let reason = isAbstract ? "is abstract" : "is not defined"
        return Diagnostic(
            .invalidDecorator, "decorator of \"\(decorator.target)\": service \"\(decorator.target)\" \(reason)",
            at: decorator.definition.origin.location,
            suggestions: isAbstract ? [] : near,
            hints: isAbstract || decorator.closure != nil ? [] : ["write `if_present = true` when it may be missing"])
    }

    static func decoratorWithoutArguments(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .invalidDecorator,
            "\(definition.phrase): service \"\(definition.outermostID)\" takes arguments, which a closure cannot pass on",
            at: definition.origin.location, hints: ["decorate the service in a script"])
    }

    /// A decorator of an override, of a service that has decorators in the wiring beneath it.
    static func decoratedBefore(_ decorator: Decorator) -> Diagnostic {
        Diagnostic(
            .invalidDecorator,
            "decorator of \"\(decorator.target)\": an override cannot decorate a service that has a decorator",
            at: decorator.definition.origin.location, hints: ["replace the service by `override`"])
    }

    static func tooManyDecorators(_ decorator: Decorator, limit: Int) -> Diagnostic {
        Diagnostic(
            .invalidDecorator, "service \"\(decorator.target)\" has more than \(limit) decorators",
            at: decorator.definition.origin.location)
    }

    static func decoratesItself(_ decorator: Decorator) -> Diagnostic {
        Diagnostic(
            .invalidDecorator, "decorator of \"\(decorator.target)\" decorates itself",
            at: decorator.definition.origin.location,
            hints: ["its id, or that of a decorator that wraps it, is \"\(decorator.target)\""])
    }

    static func decoratorNeedsItself(
        _ decorator: Definition, _ valuePath: ValuePath, _ id: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidDecorator,
            "\(decorator.phrase): \(valuePath.phrase) refers to \"\(id)\", which the decorator itself is a part of",
            at: location, hints: ["write `inner` for the service that the decorator wraps"])
    }

    static func replaced(_ name: String, _ new: Decorator, _ old: Decorator, isSameLayer: Bool) -> Diagnostic {
        let suffix = old.definition.origin.location.map { " at \($0)" } ?? ""
        return Diagnostic(
            .replacedDefinition, "decorator \"\(name)\" is defined again; this replaces the definition\(suffix)",
            at: new.definition.origin.location,
            severity: new.definition.origin.severity(ofReplacing: old.definition.origin, isSameLayer: isSameLayer))
    }

    static func takenByDecorator(_ definition: Definition, _ other: Definition?) -> Diagnostic {
        let suffix = other?.origin.location.map { " at \($0)" } ?? ""
        return Diagnostic(
            .invalidDecorator,
            "the id \"\(definition.id)\", which a decorator needs, is already used by the service\(suffix)",
            at: definition.origin.location)
    }

    /// A decorator of a service that does not receive it.
    static func innerIsUnused(_ decorator: Definition, of target: String) -> Diagnostic {
        Diagnostic(
            .invalidDecorator,
            "decorator of \"\(target)\": `inner` is not passed to anything, so the service that it wraps is never used",
            at: decorator.origin.location, severity: .warning)
    }

    static func innerElsewhere(_ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidDecorator, "\(definition.phrase): `inner` can be used only in a decorator",
            at: location)
    }

    static func innerInRule(_ rule: InjectionRule) -> Diagnostic {
        Diagnostic(
            .invalidDecorator, "inject: `inner` can be used only in a decorator",
            at: rule.source.location)
    }

    static func unusableTagName(_ found: WiredValue, _ definition: Definition, at location: ScriptLocation?)
        -> Diagnostic
    {
        let found = found.plain?.phrase ?? "a reference"
        return Diagnostic(
            .invalidTag, "\(definition.phrase): the name of a tag must be a string, got \(found)", at: location)
    }

    static func unusablePriority(_ tag: String, _ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.invalidTag, "\(definition.phrase): tag \"\(tag)\": \"priority\" expects an integer", at: location)
    }

    static func unusableAttribute(
        _ attribute: String, of tag: String, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidTag, "\(definition.phrase): tag \"\(tag)\": attribute \"\(attribute)\" expects plain data",
            at: location)
    }

    static func tag(_ definition: Definition, _ error: any Error, at location: ScriptLocation?) -> Diagnostic {
        guard let fault = (error as? ContainerError)?.diagnostics.first else {
            return Diagnostic(.invalidTag, "\(definition.phrase): a tag cannot be read: \(error)", at: location)
        }
        return Diagnostic(
            fault.code, "\(definition.phrase): tag: \(fault.message)", at: location,
            suggestions: fault.suggestions, hints: fault.hints)
    }

    static func secretInTag(_ part: String) -> Diagnostic {
        Diagnostic(.secretInDefinition, "its \(part) must not contain a secret", at: nil, hints: [secretHint])
    }

    /// A secret in the name of a type or a method.
    static func secretName(_ definition: Definition, _ valuePath: ValuePath) -> Diagnostic {
        let field = if case .staticMethod = definition.construction { "\"factory\"" } else { valuePath.phrase }
        return Diagnostic(
            .secretInDefinition, "\(definition.phrase): \(field) must not contain a secret",
            at: definition.location(of: valuePath),
            hints: [secretHint])
    }

    private static let secretHint = "names and tags are shown in messages and listings"

    package static func nobodyHasTag(_ tag: String, near: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidTag, "no service has the tag \"\(tag)\"", at: location, severity: .warning, suggestions: near)
    }

    /// The tag of a service that nothing collects.
    static func nobodyCollects(_ tag: String, near: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidTag, "no definition collects the tag \"\(tag)\"", at: location, severity: .note, suggestions: near)
    }

    static func excludesUnknown(
        _ service: ServiceReference, from source: ExcludedServices.Source, near: [String]
    ) -> Diagnostic {
        Diagnostic(
            .unknownService, "\(source.phrase): \"exclude\": service \"\(service.id)\" is not defined",
            at: service.location ?? source.location, suggestions: near)
    }

    static func excludesNothing(_ service: ServiceReference, from source: ExcludedServices.Source) -> Diagnostic {
        Diagnostic(
            .invalidTag,
            "\(source.phrase): \"exclude\" names service \"\(service.id)\", which does not have \(source.property)",
            at: service.location ?? source.location, severity: .warning)
    }

    /// A reference to a service that may have been built, if the instances of the service are not kept.
    package static func neverKept(
        _ service: Definition, by subject: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .neverKept,
            "\(subject) refers to \"\(service.id)\" only if it is built, but its scope is \"\(service.scope.rawValue)\"",
            at: location, hints: ["each reference to it builds an instance of its own: write `ref \"\(service.id)\"`"])
    }

    /// What a factory method is called on, if it is nil until the service is built.
    static func factoryOfBuilt(
        _ reference: ServiceReference, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .neverKept, "\(definition.phrase): \"factory\" needs \"\(reference.id)\", built or not", at: location,
            hints: ["write `ref \"\(reference.id)\"`"])
    }

    /// `drop = true` of a reference in a place that cannot be left out.
    static func cannotDrop(_ subject: String, at location: ScriptLocation?, hint: String? = nil) -> Diagnostic {
        Diagnostic(
            .misplacedDrop, "\(subject) cannot be dropped", at: location,
            hints: [
                hint
                    ?? "`drop` leaves out an element of a list, an entry of a map, a property, a call, or an argument with a label"
            ])
    }

    static func noKey(_ key: String, of reference: TaggedReference, _ member: TagIndex.Member) -> Diagnostic {
        let suffix = reference.location.map { " at \($0)" } ?? ""
        return Diagnostic(
            .invalidTag,
            "service \"\(member.id)\": tag \"\(reference.tag)\" has no string or number \"\(key)\", "
                + "but it is collected by this attribute\(suffix)",
            at: member.location,
            hints: member.attributes.isEmpty
                ? [] : ["its attributes are \(member.attributes.keys.sorted().joined(separator: ", "))"])
    }

    static func sameKey(
        _ key: String, _ value: String, of reference: TaggedReference, _ first: TagIndex.Member,
        _ second: TagIndex.Member
    ) -> Diagnostic {
        let suffix = reference.location.map { " at \($0)" } ?? ""
        return Diagnostic(
            .invalidTag,
            "service \"\(second.id)\": tag \"\(reference.tag)\" has the same \"\(key)\", \"\(value)\", as service \"\(first.id)\"",
            at: second.location, hints: ["they are collected by this attribute\(suffix)"])
    }

    static func deprecated(
        _ service: Definition, usedBy definition: Definition, _ valuePath: ValuePath, at location: ScriptLocation?
    ) -> Diagnostic {
        let sentence =
            if case .alias = valuePath.part {
                "alias \"\(definition.id)\" refers to \"\(service.id)\", which is deprecated"
            } else {
                "\(definition.phrase): \(valuePath.phrase) refers to \"\(service.id)\", which is deprecated"
            }
        return Diagnostic(.deprecated, sentence + service.reason, at: location, severity: .warning)
    }

    /// A word or a key that names a deprecated service, or a deprecated alias.
    static func deprecated(_ service: Definition, in place: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .deprecated, "\(place) refers to \"\(service.id)\", which is deprecated" + service.reason, at: location,
            severity: .warning)
    }

    package static func deprecated(_ service: Definition) -> Diagnostic {
        Diagnostic(
            .deprecated, "service \"\(service.id)\" was requested, but it is deprecated\(service.reason)",
            at: service.origin.location, severity: .warning)
    }

    package static func notPublic(_ service: Definition) -> Diagnostic {
        Diagnostic(
            .notPublic, "\(service.phraseOfID) is not public: only other services can refer to it",
            at: service.origin.location)
    }
}

extension Definition {
    fileprivate var inheritOnly: String { "other services can inherit from it: `parent = \"\(id)\"`" }

    fileprivate var reason: String {
        guard let deprecation, !deprecation.isEmpty else { return "" }
        return ": \(deprecation)"
    }
}

extension Definition {
    /// The extension as a message names it.
    var extensionPhrase: String { "extend \"\(id)\"" }
}
