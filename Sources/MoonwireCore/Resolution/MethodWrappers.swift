import MoonwireSupport

/// The wrappers of methods of a container: of its scripts, of the application, and of single objects.
package final class MethodWrappers: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let member: String
    }

    private struct PropertyKey: Hashable {
        let owner: ObjectIdentifier
        let offset: Int
    }

    private struct State {
        weak var current: CurrentGeneration?
        var isOver = false
        var ofScripts: [MethodWrap] = []
        var ofApplication: [MethodWrap] = []
        var objects = ObjectWrappers()
        /// The wrappers of types, by the class of an object; determined when first needed.
        var known: [Key: [MethodWrap]] = [:]
        /// By the class of the owner.
        var watches: [Key: any OverridableWatch] = [:]
        /// What else the scripts define for this product, by name, in the order of the scripts.
        var definitions: [String: [any ModuleDefinition]] = [:]
        /// What the scripts define for properties, by class and offset.
        var properties: [PropertyKey: any DefinedProperty] = [:]

        /// Replaces the definitions, and returns what was found in the former ones.
        mutating func setDefinitions(_ next: [String: [any ModuleDefinition]]) -> [AnyObject?] {
            definitions = next
            return properties.values.map { $0.forget(isOver: isOver) }
        }
    }

    private let state = Lock(State())
    private let count = Atomic<Int>(0)

    /// Receives by how much the number of wrappers changes.
    private let noteChange: @Sendable (Int) -> Void

    package init(noteChange: @escaping @Sendable (Int) -> Void) {
        self.noteChange = noteChange
    }

    deinit { noteChange(-count.load(ordering: .relaxed)) }

    /// Whether there is any wrapper; a container without one checks this alone.
    @inline(__always) package var areInUse: Bool { count.load(ordering: .relaxed) != 0 }

    /// The container; nil after its end.
    var current: CurrentGeneration? { state.withLock { $0.current } }

    func begin(in current: CurrentGeneration) { state.withLock { $0.current = current } }

    /// Replaces the wrappers of the scripts by those of a generation, and removes those of objects that its scripts do not contain.
    func adopt(_ next: Generation) {
        let layers = next.plan.graph.layers.all
        let wraps = layers.flatMap(\.methodWraps)
        let definitions = Dictionary(grouping: layers.flatMap(\.moduleDefinitions), by: \.name)
        let (scripts, texts) = (next.scripts?.identity, FunctionTexts(next.context.traces))
        let removed = change { state in
            let former = (state.ofScripts, state.definitions)
            state.ofScripts = wraps
            let found = state.setDefinitions(definitions)
            return (former, found, state.objects.adopt(scripts, texts))
        }
        // Released without the lock: they own functions.
        withExtendedLifetime(removed) {}
        for entry in removed.2.former { entry.makeWeak() }
        for wrap in wraps { watch(wrap.mark) }
    }

    /// Whether the container has ended, so that its scripts define nothing anymore.
    package var areOver: Bool { state.withLock { $0.isOver } }

    /// What the scripts define under a name for the product, in the order of the scripts.
    package func definitions(named name: String) -> [any ModuleDefinition] {
        state.withLock { $0.definitions[name] ?? [] }
    }

    /// What the scripts define for the property at an offset in the instances of a class, which is created once; nil after the container's
    /// end, and if there are too many.
    package func property<P: DefinedProperty>(of owner: AnyClass, at offset: Int, _ make: () -> P) -> P? {
        let key = PropertyKey(owner: ObjectIdentifier(owner), offset: offset)
        return state.withLock { state in
            if let known = state.properties[key] as? P { return known }
            // A script can use objects of any number of types.
            guard !state.isOver, state.properties.count < 4096 else { return nil }
            let property = make()
            state.properties[key] = property
            return property
        }
    }

    /// Reports a diagnostic to the container, unless that has ended.
    package func report(_ diagnostic: Diagnostic) {
        guard let current else { return }
        try? Resolution.current.resolving(in: current) { $0.reports.diagnostics.report([diagnostic]) }
    }

    /// Removes all wrappers: their functions own interpreters.
    func end() {
        let removed = change { state in
            let former = (state.ofScripts, state.ofApplication, state.objects, state.definitions)
            state.isOver = true
            (state.ofScripts, state.ofApplication) = ([], [])
            state.objects = ObjectWrappers()
            defer { state.properties = [:] }
            return (former, state.setDefinitions([:]), state.properties)
        }
        withExtendedLifetime(removed) {}
    }

    /// Adds a wrapper of the application; nothing is added after the end of the container.
    package func add(_ wrap: MethodWrap) {
        change { if !$0.isOver { $0.ofApplication.append(wrap) } }
        watch(wrap.mark)
    }

    /// Adds a wrapper of one object, which it does not keep alive; `script` is nil for one of the application.
    package func add(_ wrap: MethodWrap, to object: AnyObject, of script: WrapScript? = nil) {
        let entry = ObjectWrappers.Entry(object: object, wrap: wrap, script: script)
        let isWaiting = isOfCheck(script) && isInUse(object)
        let dropped = change { state in
            state.isOver || script?.identity?.isRefused == true
                ? ObjectWrappers.Removed() : state.objects.add(entry, to: object, isWaiting: isWaiting)
        }
        withExtendedLifetime(dropped) {}
        watch(wrap.mark, of: ObjectIdentifier(object))
    }

    /// Removes a wrapper when it is undone; `key` is the address of its object.
    private func watch(_ mark: WrapMark, of key: ObjectIdentifier? = nil) {
        mark.whenUndone { [weak self] in self?.remove($0, of: key) }
        if mark.isUndone { remove(mark, of: key) }
    }

    private func remove(_ mark: WrapMark, of key: ObjectIdentifier?) {
        let removed = change { state in
            let former = (state.ofScripts, state.ofApplication)
            if let key { return (former, state.objects.remove(mark, at: key)) }
            state.ofScripts.removeAll { $0.mark === mark }
            state.ofApplication.removeAll { $0.mark === mark }
            return (former, ObjectWrappers.Removed())
        }
        withExtendedLifetime(removed) {}
    }

    /// Changes the wrappers, and updates the watches of overridable members.
    @discardableResult private func change<R>(_ body: (inout State) -> R) -> R {
        state.withLock { state in
            let known = state.known
            let result = body(&state)
            state.known = [:]
            let all = state.ofScripts.count + state.ofApplication.count + state.objects.count
            noteChange(all - count.load(ordering: .relaxed))
            count.store(all, ordering: .relaxed)
            for watch in state.watches.values { Self.update(watch, &state) }
            return (result, known)
        }.0
    }

    /// The wrappers of a member of an object, innermost first.
    package func wraps(of object: AnyObject, _ member: String) -> [MethodWrap] {
        state.withLock { state in
            Self.wraps(of: dynamicType(of: object), member, &state) + state.objects.wraps(of: object, member)
        }
    }

    private static func wraps(of type: Any.Type, _ member: String, _ state: inout State) -> [MethodWrap] {
        let key = Key(type: ObjectIdentifier(type), member: member)
        if let known = state.known[key] { return known }
        let types = [ObjectIdentifier(type)] + baseClasses(of: type).map { ObjectIdentifier($0) }
        let wraps = (state.ofScripts + state.ofApplication).filter {
            $0.member == member && !$0.mark.isUndone && types.contains(ObjectIdentifier($0.type))
        }
        // A script can use objects of any number of types.
        if state.known.count < 4096 { state.known[key] = wraps }
        return wraps
    }
}

/// What the scripts of a container define for a property of the instances of a class.
package protocol DefinedProperty: AnyObject, Sendable {
    /// Gives up what was found, and returns it for a release outside of locks; the next access finds what is defined then.
    ///
    /// After the end of the container, nothing is found.
    func forget(isOver: Bool) -> AnyObject?
}

/// Learns whether an overridable member of the instances of a class has wrappers.
package protocol OverridableWatch: AnyObject, Sendable {
    var owner: AnyClass { get }
    var member: String { get }
    func update(isWrapped: Bool)
}

extension MethodWrappers {
    /// The watch of a member of a class, which is created once.
    package func watch<W: OverridableWatch>(_ member: String, of owner: AnyClass, _ make: () -> W) -> W {
        state.withLock { state in
            let key = Key(type: ObjectIdentifier(owner), member: member)
            if let watch = state.watches[key] as? W { return watch }
            let watch = make()
            state.watches[key] = watch
            Self.update(watch, &state)
            return watch
        }
    }

    private static func update(_ watch: any OverridableWatch, _ state: inout State) {
        let isWrapped =
            !wraps(of: watch.owner, watch.member, &state).isEmpty
            || state.objects.hasWraps(watch.member)
        watch.update(isWrapped: isWrapped)
    }
}

extension MethodWrappers {
    /// Lets the scripts of a generation, which is checked before it takes effect, wrap objects that are in use only when it does.
    func beginCheck(of next: Generation) {
        let scripts = next.scripts?.identity
        state.withLock { $0.objects.checked = scripts }
    }

    /// Removes what scripts have wrapped that do not take effect, and lets them wrap nothing more.
    func discard(_ scripts: ScriptIdentity?) {
        scripts?.refuse()
        let removed = change { $0.objects.discard(scripts) }
        withExtendedLifetime(removed) {}
    }

    /// The wrappers of objects that have ended at the last reload because no script contains their functions, once.
    func takeEnded() -> [ObjectWrappers.Ended] { state.withLock { $0.objects.takeEnded() } }

    private func isOfCheck(_ script: WrapScript?) -> Bool {
        guard let script else { return false }
        return state.withLock { script.isOf($0.objects.checked) }
    }

    private func isInUse(_ object: AnyObject) -> Bool {
        guard let generation = current?.lease() else { return false }
        defer { generation.endLease() }
        return generation.isHeld(object)
    }
}
