import MoonwireSupport

/// The wrappers of methods of a container: of its scripts, of the application, and of single objects.
package final class MethodWrappers: Sendable {
    private struct OfObject {
        weak var object: AnyObject?
        let member: String
        let wrap: MethodWrap
        let isOfScript: Bool
    }

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let member: String
    }

    private struct State {
        weak var current: CurrentGeneration?
        var isOver = false
        var ofScripts: [MethodWrap] = []
        var ofApplication: [MethodWrap] = []
        /// Oldest first; those of released objects are removed when the number has doubled.
        var ofObjects: [ObjectIdentifier: [OfObject]] = [:]
        var objectsAfterSweep = 16
        /// The wrappers of types, by the class of an object; determined when first needed.
        var known: [Key: [MethodWrap]] = [:]
        /// By the class of the owner.
        var watches: [Key: any OverridableWatch] = [:]
        /// The number of wrappers of single objects, by the name of the member.
        var objectsByMember: [String: Int] = [:]
        /// What else the scripts define for this product, by name, in the order of the scripts.
        var definitions: [String: [any ModuleDefinition]] = [:]

        mutating func add(_ entry: OfObject, at key: ObjectIdentifier) {
            ofObjects[key, default: []].append(entry)
            objectsByMember[entry.member, default: 0] += 1
        }

        /// Removes the wrappers at an address for which a condition is true, and returns them.
        mutating func remove(at key: ObjectIdentifier, where isRemoved: (OfObject) -> Bool) -> [OfObject] {
            guard let entries = ofObjects[key] else { return [] }
            let removed = entries.filter(isRemoved)
            if removed.isEmpty { return [] }
            let kept = entries.filter { !isRemoved($0) }
            ofObjects[key] = kept.isEmpty ? nil : kept
            for entry in removed { objectsByMember[entry.member, default: 0] -= 1 }
            return removed
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

    /// Replaces the wrappers of the scripts, and removes those of objects that scripts have added.
    func adopt(_ layers: [Layer]) {
        let wraps = layers.flatMap(\.methodWraps)
        let definitions = Dictionary(grouping: layers.flatMap(\.moduleDefinitions), by: \.name)
        let removed = change { state in
            let former = (state.ofScripts, state.definitions)
            state.ofScripts = wraps
            state.definitions = definitions
            var objects: [OfObject] = []
            for key in Array(state.ofObjects.keys) { objects += state.remove(at: key) { $0.isOfScript } }
            return (former, objects)
        }
        // Released without the lock: they own functions.
        withExtendedLifetime(removed) {}
        for wrap in wraps { watch(wrap.mark) }
    }

    /// What the scripts define under a name for the product, in the order of the scripts.
    package func definitions(named name: String) -> [any ModuleDefinition] {
        state.withLock { $0.definitions[name] ?? [] }
    }

    /// Reports a diagnostic to the container, unless that has ended.
    package func report(_ diagnostic: Diagnostic) {
        guard let current else { return }
        try? Resolution.current.resolving(in: current) { $0.reports.diagnostics.report([diagnostic]) }
    }

    /// Removes all wrappers: their functions own interpreters.
    func end() {
        let removed = change { state in
            let former = (state.ofScripts, state.ofApplication, state.ofObjects, state.definitions)
            state.isOver = true
            (state.ofScripts, state.ofApplication, state.ofObjects, state.definitions) = ([], [], [:], [:])
            state.objectsByMember = [:]
            return former
        }
        withExtendedLifetime(removed) {}
    }

    /// Adds a wrapper of the application; nothing is added after the end of the container.
    package func add(_ wrap: MethodWrap) {
        change { if !$0.isOver { $0.ofApplication.append(wrap) } }
        watch(wrap.mark)
    }

    /// Adds a wrapper of one object, which it does not keep alive.
    package func add(_ wrap: MethodWrap, to object: AnyObject, isOfScript: Bool) {
        let dropped = change { state in
            guard !state.isOver else { return Swept() }
            let key = ObjectIdentifier(object)
            let entry = OfObject(object: object, member: wrap.member, wrap: wrap, isOfScript: isOfScript)
            // An earlier object at the same address is not the same object.
            let former = state.remove(at: key) { $0.object !== object }
            state.add(entry, at: key)
            var swept = Self.sweep(&state)
            swept.removed += former
            return swept
        }
        withExtendedLifetime(dropped) {}
        watch(wrap.mark, of: ObjectIdentifier(object))
    }

    /// What a sweep leaves to be released without the lock.
    private struct Swept {
        var removed: [OfObject] = []
        /// The objects that exist, to which nothing else may refer meanwhile.
        var objects: [AnyObject] = []
    }

    private static func sweep(_ state: inout State) -> Swept {
        var swept = Swept()
        guard state.ofObjects.count > state.objectsAfterSweep else { return swept }
        for (key, entries) in state.ofObjects {
            if let object = entries.first?.object {
                swept.objects.append(object)
            } else {
                swept.removed += state.remove(at: key) { _ in true }
            }
        }
        state.objectsAfterSweep = max(16, 2 * state.ofObjects.count)
        return swept
    }

    /// Removes a wrapper when it is undone; `key` is the address of its object.
    private func watch(_ mark: WrapMark, of key: ObjectIdentifier? = nil) {
        mark.whenUndone { [weak self] in self?.remove($0, of: key) }
        if mark.isUndone { remove(mark, of: key) }
    }

    private func remove(_ mark: WrapMark, of key: ObjectIdentifier?) {
        let removed = change { state in
            let former = (state.ofScripts, state.ofApplication)
            if let key { return (former, state.remove(at: key) { $0.wrap.mark === mark }) }
            state.ofScripts.removeAll { $0.mark === mark }
            state.ofApplication.removeAll { $0.mark === mark }
            return (former, [])
        }
        withExtendedLifetime(removed) {}
    }

    /// Changes the wrappers, and updates the watches of overridable members.
    @discardableResult private func change<R>(_ body: (inout State) -> R) -> R {
        state.withLock { state in
            let known = state.known
            let result = body(&state)
            state.known = [:]
            let all = state.ofScripts.count + state.ofApplication.count + state.ofObjects.count
            noteChange(all - count.load(ordering: .relaxed))
            count.store(all, ordering: .relaxed)
            for watch in state.watches.values { Self.update(watch, &state) }
            return (result, known)
        }.0
    }

    /// The wrappers of a member of an object, innermost first.
    package func wraps(of object: AnyObject, _ member: String) -> [MethodWrap] {
        state.withLock { state in
            var wraps = Self.wraps(of: dynamicType(of: object), member, &state)
            if let own = state.ofObjects[ObjectIdentifier(object)] {
                wraps += own.filter { $0.member == member && $0.object === object }.map(\.wrap)
            }
            return wraps
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
            || state.objectsByMember[watch.member, default: 0] > 0
        watch.update(isWrapped: isWrapped)
    }
}
