/// A key of a table in scripts, as parsing, messages, and editors use it.
package struct ScriptKey: Sendable {
    /// A table that has keys of its own.
    package enum Context: Int, Sendable, CaseIterable {
        /// `service "id" { … }`
        case service
        /// `extend "id" { … }`
        case `extension`
        /// `decorate "id" { … }`
        case decorator
        /// `inline { … }`
        case inline
        /// `defaults { … }`
        case defaults
        /// `inject { … }`
        case rule
        /// A preference in `preferences "Group" { … }`
        case preference
        /// The options of `hook.EVENT(target, function, { … })`
        case hook
        /// The options of `pass("name", function, { … })`
        case pass
        /// The options of `alias "id" ("target", { … })`
        case alias
        /// `pass.boundaries { … }`
        case boundaries
        /// A component in `pass.boundaries { components = { name = { … } } }`
        case component
        /// `pass.captive_dependencies { … }` and `pass.unused { … }`
        case standardPass
        /// The options of `tagged("tag", { … })`
        case tagged
        /// `bind { … }`
        case binding
        /// The options of `typed("Type", { … })`
        case typed
        /// The options of `optional("id", { … })`
        case optional
        /// The options of `include("file.lua", { … })`
        case include
        /// An option in `options { name = { … } }`
        case option
        /// A scope in `scopes { name = { … } }`
        case scope
        /// `scenario "name" { … }`
        case scenario
        /// A build in `fail = { id = { … } }` of a scenario
        case failure
    }

    package let name: String
    package let kind: ValueKind
    /// The tables in which it is allowed.
    package let contexts: [Context]
    /// One sentence; empty if the name is sufficient.
    package let documentation: String

    init(_ name: String, _ kind: ValueKind, _ contexts: [Context], _ documentation: String = "") {
        self.name = name
        self.kind = kind
        self.contexts = contexts
        self.documentation = documentation
    }
}

extension ScriptKey {
    /// The values that a key takes.
    package enum ValueKind: Sendable {
        case typeName, factory, arguments, auto, ids, scope, serviceScope, properties, calls, function, boolean, reload,
            tags, id,
            parent
        case scopes, action, handover, runAction, runPolicy, reason, integer, slot, swiftType, swiftProtocol, className,
            value,
            plainData, dataKind, bound,
            choices
        case label, check, condition, storageKey, store, formerKey, attribute
        case replacements, parameters, live, buildCounts, failures, build, message
        case components, componentNames, targets, severity, stage
        case prefix, exports, options, optionKind

        /// The values as a message shows them, behind "expects".
        var expectation: String {
            switch self {
            case .typeName, .swiftType: "a type's name"
            case .factory: "{ ref \"id\", \"method\" }, \"Type.method\", or a function"
            case .arguments: "a table or `auto`"
            case .auto: "`auto`"
            case .properties: "a table"
            case .ids: "a list of ids"
            case .scope: "a scope's name"
            case .serviceScope: "a scope's name, or { \"cached\", ttl = 60 }"
            case .scopes: "a scope or a list of scopes"
            case .calls: "a list of calls"
            case .function, .check, .condition: "a function"
            case .boolean: "true or false"
            case .reload: "\"auto\", \"keep\", \"rebuild\", \"drain\", \"reapply\", or \"pinned\""
            case .tags: "a tag or a list of tags"
            case .id: "an id"
            case .parent: "the id of a service"
            case .action, .handover: "a method's name or a function"
            case .runAction: "true or the name of an asynchronous method"
            case .runPolicy: "\"shutdown\", \"cancel\", \"ignore\", or \"restart\""
            case .reason: "true or a reason"
            case .integer: "an integer"
            case .slot: "\"Owner.slot\""
            case .swiftProtocol: "a protocol's name"
            case .className: "a class's name"
            case .value: "a value"
            case .plainData, .bound: "plain data"
            case .dataKind: "\"string\", \"boolean\", \"integer\", \"number\", \"list\", or \"map\""
            case .choices: "a list of values"
            case .storageKey: "a key"
            case .store: "the name of a store or a list of names"
            case .formerKey: "a former key"
            case .attribute: "an attribute's name"
            case .label: "an argument's name"
            case .replacements: "a table of services"
            case .parameters: "a table of parameters"
            case .live: "true, false, or a list of ids"
            case .buildCounts: "a table of numbers of builds"
            case .failures: "a table of messages"
            case .build: "the number of a build, from 1"
            case .message: "a message"
            case .components: "a table of components"
            case .componentNames: "a component's name or a list of names"
            case .targets: "an id, \"tag:name\", \"type:Name\", a pattern with \"*\", or a list of these"
            case .severity: "\"fault\", \"warning\", or \"note\""
            case .stage: "\"change\" or \"check\""
            case .prefix: "a string"
            case .exports: "a list of ids of the file"
            case .options: "a table of options"
            case .optionKind: "the kind of a value"
            }
        }
    }
}

// MARK: The table

extension ScriptKey {
    /// Every key, in the order in which messages list them.
    package static let all: [ScriptKey] =
        construction + service + decorator + defaults + rules + bindings + preferences
        + scenarios + options + standardPasses

    /// The keys of a table, in the order in which messages list them.
    package static func keys(of context: Context) -> [ScriptKey] { byContext[context.rawValue] }

    /// By the raw value of the context.
    private static let byContext = Context.allCases.map { context in all.filter { $0.contexts.contains(context) } }

    private static let construction = [
        ScriptKey(
            "type", .typeName, [.service, .extension, .decorator, .inline],
            "The type whose initializer creates the instance."),
        ScriptKey(
            "args", .arguments, [.service, .extension, .inline],
            "The arguments by label, by position, or both; `auto` wires the others by their types."),
        ScriptKey(
            "args", .arguments, [.decorator],
            "The arguments by label, by position, or both; `inner` is the service that the decorator wraps."),
        ScriptKey(
            "factory", .factory, [.service, .extension, .decorator, .inline],
            "What creates the instance instead of `type`: `{ ref \"id\", \"method\" }`, `\"Type.staticMethod\"`, or a function."
        ),
        ScriptKey(
            "uses", .ids, [.service, .extension, .decorator, .inline],
            "The services that a function gets from `c`, for checking."),
        ScriptKey(
            "scope", .serviceScope, [.service, .extension, .inline], "How long an instance lives, and what shares it."),
        ScriptKey(
            "scope", .serviceScope, [.decorator], "By default, the scope of the service that the decorator wraps."),
        ScriptKey(
            "set", .properties, [.service, .extension, .decorator, .inline],
            "Properties that are set after construction."),
        ScriptKey(
            "call", .calls, [.service, .extension, .decorator, .inline],
            "Methods that are called after that: `{ { \"method\", argument } }`."),
        ScriptKey(
            "configure", .function, [.service, .extension, .decorator, .inline],
            "A function that receives the instance and `c`, at the end."),
    ]

    private static let service = [
        ScriptKey("synthetic", .boolean, [.service], "Whether the application supplies the instance."),
        ScriptKey("reload", .reload, [.service, .extension, .decorator], "What a reload does with an instance."),
        ScriptKey(
            "eager", .boolean, [.service, .extension, .decorator],
            "Whether the start of the container builds the instance."),
        ScriptKey(
            "lazy", .boolean, [.service, .extension],
            "Whether other services receive a handle, which builds the instance when it is first used."),
        ScriptKey(
            "start", .action, [.service, .extension, .decorator],
            "Runs when the container starts, before dependents start."),
        ScriptKey(
            "run", .runAction, [.service, .extension, .decorator],
            "The method that runs as long as the instance is in use; `true` means \"run\"."),
        ScriptKey("ready", .action, [.service, .extension, .decorator], "Returns whether dependents can start."),
        ScriptKey("on_return", .runPolicy, [.service, .extension, .decorator], "What happens when `run` returns."),
        ScriptKey(
            "on_failure", .runPolicy, [.service, .extension, .decorator], "What happens when `run` throws an error."),
        ScriptKey(
            "after", .ids, [.service, .extension, .decorator],
            "The services that start before, without a reference to them."),
        ScriptKey(
            "health", .action, [.service, .extension, .decorator], "Returns whether the instance works, and why not."),
        ScriptKey(
            "handover", .handover, [.service, .extension, .decorator],
            "Passes the state of the instance that a reload replaces to the new one: a function, or a method of the new instance."
        ),
        ScriptKey(
            "stop", .action, [.service, .extension, .decorator], "Runs when the container releases an instance."),
        ScriptKey(
            "outlives", .scopes, [.service, .extension, .decorator],
            "The scopes whose instances it may keep although it lives longer."),
        ScriptKey("tags", .tags, [.service, .extension, .decorator], "The tags by which the service is collected."),
        ScriptKey("parent", .parent, [.service], "The service that it inherits from."),
        ScriptKey("abstract", .boolean, [.service], "Whether other services can only inherit from it."),
        ScriptKey(
            "public", .boolean, [.service, .extension, .decorator, .alias],
            "Whether the application can resolve it; true by default."),
        ScriptKey("deprecated", .reason, [.service, .extension, .alias], "Whether it is deprecated, or why."),
    ]

    private static let decorator = [
        ScriptKey("id", .id, [.decorator], "An id of its own."),
        ScriptKey("priority", .integer, [.decorator], "Decorators of higher priority are nearer to the original."),
        ScriptKey("if_present", .boolean, [.decorator], "Ignores the decorator if the service is not defined."),
    ]

    private static let defaults = [
        ScriptKey("type", .swiftType, [.defaults], "Only for services that have this type, or provide it."),
        ScriptKey(
            "args", .auto, [.defaults], "`auto`: wires arguments that services leave out by their types."),
        ScriptKey("scope", .serviceScope, [.defaults], "The scope of services that do not set one."),
        ScriptKey("public", .boolean, [.defaults], "Whether the application can resolve the services."),
        ScriptKey("reload", .reload, [.defaults], "What a reload does with instances."),
        ScriptKey("tags", .tags, [.defaults], "Tags that each service has in addition to its own."),
    ]

    private static let rules = [
        ScriptKey("slot", .slot, [.rule], "The slot, as `Owner.slot`."),
        ScriptKey("type", .swiftType, [.rule], "All slots of this type."),
        ScriptKey("protocol", .swiftProtocol, [.rule], "All slots of this protocol."),
        ScriptKey("owner", .className, [.rule], "Only slots of this class."),
        ScriptKey("where", .condition, [.rule], "Only slots for which the function returns true."),
        ScriptKey("subclasses", .boolean, [.rule], "`false`: not the slots of subclasses."),
        ScriptKey(
            "value", .value, [.rule],
            "The value to inject, or a function that makes one for each owner; `skip` leaves the slots unchanged."),
        ScriptKey("force", .boolean, [.rule], "Also fills slots that name an id or have an initial value."),
        ScriptKey("once", .boolean, [.rule], "Fills each slot once: one that is emptied afterwards stays empty."),
        ScriptKey(
            "silent", .boolean, [.rule], "Does not report that the rule has no effect, or that another replaces it."),
    ]

    private static let bindings = [
        ScriptKey("name", .label, [.binding], "The label of the arguments."),
        ScriptKey("type", .swiftType, [.binding], "The type of the arguments."),
        ScriptKey("value", .value, [.binding], "The value that `auto` passes to them."),
    ]

    private static let preferences = [
        ScriptKey("default", .plainData, [.preference], "The default, which determines the kind of all values."),
        ScriptKey(
            "kind", .dataKind, [.preference], "The kind of all values of a preference that is unset until it is set."),
        ScriptKey("min", .bound, [.preference], "The least number."),
        ScriptKey("max", .bound, [.preference], "The greatest number."),
        ScriptKey("one_of", .choices, [.preference], "The only permitted values."),
        ScriptKey("check", .check, [.preference], "Returns whether a value is permitted, and why not."),
        ScriptKey("key", .storageKey, [.preference], "The key under which it is stored."),
        ScriptKey(
            "store", .store, [.preference],
            "The store, if not the default one; of a list, all are written, and the first with a value is read."),
        ScriptKey("from", .formerKey, [.preference], "The key under which older versions stored it."),
    ]

    private static let scenarios = [
        ScriptKey(
            "replace", .replacements, [.scenario],
            "Services by id: a table like that of `inline`, or a function that receives `c`."),
        ScriptKey("parameters", .parameters, [.scenario], "Parameters with other values."),
        ScriptKey(
            "live", .live, [.scenario],
            "`false`: services that the scenario does not name cannot be built; a list names some that can."),
        ScriptKey("builds", .buildCounts, [.scenario], "How many times each service must be built."),
        ScriptKey(
            "fail", .failures, [.scenario],
            "Services whose builds fail: a message for each build, or `{ at = 2, message = \"…\" }` for one."),
        ScriptKey("at", .build, [.failure], "The number of the build that fails, from 1."),
        ScriptKey("message", .message, [.failure], "The message of its error."),
    ]

    private static let options = [
        ScriptKey("priority", .integer, [.hook, .pass], "Hooks and passes of higher priority run first."),
        ScriptKey(
            "stage", .stage, [.pass],
            "Whether the pass runs before services are complete, and can change them, or checks them at the end."),
        ScriptKey("within", .scope, [.scope], "The scope within which it opens."),
        ScriptKey("prefix", .prefix, [.include], "What the ids of the file begin with, such as `mail.`."),
        ScriptKey(
            "exports", .exports, [.include],
            "The ids of the file to which other files can refer, without the prefix; all by default."),
        ScriptKey("options", .options, [.include], "The values of the options that the file declares with `options`."),
        ScriptKey("default", .plainData, [.option], "The value if `include` passes none; it determines the kind."),
        ScriptKey(
            "kind", .optionKind, [.option],
            "The kind of an option without a default: \"string\", \"boolean\", \"integer\", \"number\", \"list\", \"map\", or \"service\"."
        ),
        ScriptKey("once", .boolean, [.hook], "Whether the hook runs only once in each wiring."),
        ScriptKey("by", .attribute, [.tagged], "An attribute whose values are the keys of a map."),
        ScriptKey("exclude", .ids, [.tagged, .typed], "The services that are not selected."),
        ScriptKey(
            "attributes", .boolean, [.tagged],
            "Whether each arrives as a map: `service`, and the `attributes` of its tag."),
        ScriptKey(
            "drop", .boolean, [.optional],
            "Whether what contains the reference is left out if the service is not defined."),
        ScriptKey(
            "built", .boolean, [.optional],
            "Whether it is nil, or left out with `drop`, until something else has built the service."),
        ScriptKey(
            "lazy", .boolean, [.tagged, .typed],
            "Whether each service arrives as a handle that builds it when first used."),
        ScriptKey(
            "provider", .boolean, [.tagged, .typed],
            "Whether it arrives as a handle that resolves it each time it is used."),
        ScriptKey("optional", .boolean, [.typed], "Whether it is nil if no service has the type."),
        ScriptKey("all", .boolean, [.typed], "Whether to collect a list of all services of the type."),
    ]

    private static let standardPasses = [
        ScriptKey("components", .components, [.boundaries], "The components, by name."),
        ScriptKey("services", .targets, [.component], "The services that belong to the component."),
        ScriptKey(
            "uses", .componentNames, [.component], "The other components to whose services its services may refer."),
        ScriptKey("except", .targets, [.boundaries, .standardPass], "The services that the pass does not report."),
        ScriptKey(
            "severity", .severity, [.boundaries, .standardPass], "Whether it reports faults, warnings, or notes."),
    ]
}
