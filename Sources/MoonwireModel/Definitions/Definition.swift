import MoonwireValues

/// How a service is built: plain data, with its location.
///
/// Its fields are shared between copies until one of them changes: a graph of thousands is passed around as it is.
package struct Definition: Sendable {
    /// Has more than twelve stored properties because it has one for each key of a definition, and a few for how they were written.
    private struct Fields: Sendable {
        var id: String
        var writtenAs: String?
        var origin: Origin
        var construction: Construction
        var arguments = Arguments()
        var setters: [Setter] = []
        var calls: [MethodCall] = []
        var configure: (any ServiceFunction)?
        var uses: [ServiceReference] = []
        var scope: ServiceScope = .shared
        var tags: [ServiceTag] = []
        var deprecation: String?
        var isPublic = true
        var reload: ReloadPolicy = .auto
        /// Nil for most, which state none of it.
        var lifecycle: LifecycleBox?
        var outlives: [String] = []
        var inheritance: DefinitionInheritance?
        var decorates: String?
        var originalID: String?
        var overridden: Overridden?
        var isOverride = false
        var precedence = Precedence.replaces
        var isWrapped = false
        var isTemplate = false
        var isNameOfDecorator = false
        var written: WrittenFields = []
        var hasPlaceholders = false
        var isFaulty = false
        var changes: [PassChange] = []
        var module: FileModule?
    }

    /// The actions of few definitions, which are large.
    private final class LifecycleBox: Sendable {
        let actions: LifecycleActions

        init(_ actions: LifecycleActions) { self.actions = actions }
    }

    private final class Storage: @unchecked Sendable {  // Written only while a single copy refers to it.
        var fields: Fields

        init(_ fields: Fields) {
            self.fields = fields
        }
    }

    private var storage: Storage

    package init(id: String, origin: Origin, construction: Construction) {
        storage = Storage(Fields(id: id, origin: origin, construction: construction))
    }

    package var id: String {
        get { storage.fields.id }
        set { own().fields.id = newValue }
    }

    /// The name before the definition's table in the source, if it is not the id.
    package var writtenAs: String? {
        get { storage.fields.writtenAs }
        set { own().fields.writtenAs = newValue }
    }

    package var origin: Origin {
        get { storage.fields.origin }
        set { own().fields.origin = newValue }
    }

    package var construction: Construction {
        get { storage.fields.construction }
        set { own().fields.construction = newValue }
    }

    package var arguments: Arguments {
        get { storage.fields.arguments }
        set { own().fields.arguments = newValue }
    }

    package var setters: [Setter] {
        get { storage.fields.setters }
        set { own().fields.setters = newValue }
    }

    package var calls: [MethodCall] {
        get { storage.fields.calls }
        set { own().fields.calls = newValue }
    }

    package var configure: (any ServiceFunction)? {
        get { storage.fields.configure }
        set { own().fields.configure = newValue }
    }

    package var uses: [ServiceReference] {
        get { storage.fields.uses }
        set { own().fields.uses = newValue }
    }

    package var scope: ServiceScope {
        get { storage.fields.scope }
        set { own().fields.scope = newValue }
    }

    /// By what the service is collected.
    package var tags: [ServiceTag] {
        get { storage.fields.tags }
        set { own().fields.tags = newValue }
    }

    /// The reason why the service is deprecated; empty if none is given, nil if it is not deprecated.
    package var deprecation: String? {
        get { storage.fields.deprecation }
        set { own().fields.deprecation = newValue }
    }

    /// Whether the application can resolve the service, and not only other services.
    package var isPublic: Bool {
        get { storage.fields.isPublic }
        set { own().fields.isPublic = newValue }
    }

    /// What a reload does with an instance that the container holds.
    package var reload: ReloadPolicy {
        get { storage.fields.reload }
        set { own().fields.reload = newValue }
    }

    /// When instances are built, and what the container does with them.
    package var lifecycle: LifecycleActions {
        get { storage.fields.lifecycle?.actions ?? LifecycleActions() }
        set { own().fields.lifecycle = newValue.isEmpty ? nil : LifecycleBox(newValue) }
    }

    /// Whether the definition states anything of it.
    package var hasLifecycle: Bool { storage.fields.lifecycle != nil }

    /// The scopes of services that an instance may keep although it lives longer.
    package var outlives: [String] {
        get { storage.fields.outlives }
        set { own().fields.outlives = newValue }
    }

    /// The parent, and whether the definition is abstract; nil for most.
    package var inheritance: DefinitionInheritance? {
        get { storage.fields.inheritance }
        set { own().fields.inheritance = newValue }
    }

    /// Whether it has a parent, or is abstract, and does not have what it inherits yet.
    var awaitsInheritance: Bool { storage.fields.inheritance.map { !$0.isExpanded } ?? false }

    /// The id of the service that this one wraps; nil for all but decorators.
    package var decorates: String? {
        get { storage.fields.decorates }
        set { own().fields.decorates = newValue }
    }

    /// The id of a decorated service in the script; nil for all others, and for decorators.
    package var originalID: String? {
        get { storage.fields.originalID }
        set { own().fields.originalID = newValue }
    }

    /// What an override replaces, whose types the override provides; nil for any other definition.
    package var overridden: Overridden? {
        get { storage.fields.overridden }
        set { own().fields.overridden = newValue }
    }

    /// Whether the application or a scenario overrides a service with it.
    package var isOverride: Bool {
        get { storage.fields.isOverride }
        set { own().fields.isOverride = newValue }
    }

    /// What the definition does with an earlier one of the same id.
    package var precedence: Precedence {
        get { storage.fields.precedence }
        set { own().fields.precedence = newValue }
    }

    /// Whether a decorator wraps the service, so that it cannot be resolved by type.
    package var isWrapped: Bool {
        get { storage.fields.isWrapped }
        set { own().fields.isWrapped = newValue }
    }

    /// Whether it is a template of objects of a product besides Moonwire, whose name is that before its table.
    package var isTemplate: Bool {
        get { storage.fields.isTemplate }
        set { own().fields.isTemplate = newValue }
    }

    /// Whether it provides its types, so that it can be resolved by them.
    package var isSelectable: Bool { !storage.fields.isWrapped && !storage.fields.isTemplate }

    /// Whether the definition is an alias for a decorator with an id of its own.
    var isNameOfDecorator: Bool {
        get { storage.fields.isNameOfDecorator }
        set { own().fields.isNameOfDecorator = newValue }
    }

    /// The keys that the definition states itself.
    package var written: WrittenFields {
        get { storage.fields.written }
        set { own().fields.written = newValue }
    }

    /// Whether a value in it represents services that are known only from the whole graph, or arguments are wired by their types.
    package var hasPlaceholders: Bool {
        get { storage.fields.hasPlaceholders }
        set { own().fields.hasPlaceholders = newValue }
    }

    /// Whether faults were reported while it was read; in this case, its types are not checked.
    package var isFaulty: Bool {
        get { storage.fields.isFaulty }
        set { own().fields.isFaulty = newValue }
    }

    /// What passes have changed, in their order.
    package internal(set) var changes: [PassChange] {
        get { storage.fields.changes }
        set { own().fields.changes = newValue }
    }

    /// The module of the file that contains the definition; nil for most.
    package var module: FileModule? {
        get { storage.fields.module }
        set { own().fields.module = newValue }
    }

    /// Whether anything happens to an instance after its construction, or a function states its dependencies.
    package var hasSteps: Bool {
        !(storage.fields.setters.isEmpty && storage.fields.calls.isEmpty && storage.fields.uses.isEmpty
            && storage.fields.configure == nil)
    }

    /// Whether it is another id of a service.
    package var isAlias: Bool { if case .alias = storage.fields.construction { true } else { false } }

    /// Whether an instance takes over the state of the one that a reload replaces, as the definition says.
    package var hasHandover: Bool { storage.fields.lifecycle?.actions.handover != nil }

    /// Whether there are setters or calls.
    package var hasSettersOrCalls: Bool { !(storage.fields.setters.isEmpty && storage.fields.calls.isEmpty) }

    /// The name of the definition's table in the source.
    package var subject: String { writtenAs ?? (id.isEmpty ? "inline" : id) }

    /// The fields, which are copied first if another definition shares them.
    private mutating func own() -> Storage {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
        return storage
    }
}

/// What an override replaces.
package struct Overridden: Sendable {
    /// That of the outermost decorator, if there is one; nil if the definition inherits it.
    package let construction: Construction?
    /// Its own, without decorators; nil if the definition inherits it.
    let own: Construction?
    /// The id of the parent; nil for most.
    let parent: String?
    package let origin: Origin

    /// What the definition replaces, if it is an override itself; otherwise the definition, whose instances the outermost decorator
    /// wraps.
    init(_ definition: Definition, outermost decorator: Definition?) {
        let former = definition.overridden
        let isStated = definition.inheritance?.parent == nil || definition.written.contains(.construction)
        own = former?.own ?? (isStated ? definition.construction : nil)
        construction = decorator?.construction ?? former?.construction ?? own
        parent = former.map(\.parent) ?? definition.inheritance?.parent?.id
        origin = former?.origin ?? definition.origin
    }
}

extension Definition {
    /// What a definition does with an earlier one of the same id.
    package enum Precedence: Sendable {
        /// It replaces the earlier one.
        case replaces
        /// It has no effect if there is one: `default_service "id" { … }`.
        case yields
        /// It changes the earlier one: `extend "id" { … }`.
        case extends
    }
}

/// Keys that a definition states itself, so that neither a parent nor a default may replace them.
package struct WrittenFields: OptionSet, Sendable {
    package static let construction = WrittenFields(rawValue: 1)
    package static let scope = WrittenFields(rawValue: 2)
    package static let isPublic = WrittenFields(rawValue: 4)
    package static let reload = WrittenFields(rawValue: 8)
    package static let deprecation = WrittenFields(rawValue: 16)
    package static let outlives = WrittenFields(rawValue: 32)

    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
