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
        var watches: [any OverridableWatch] = []
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
    func adopt(_ wraps: [MethodWrap]) {
        let removed = change { state in
            let former = state.ofScripts
            state.ofScripts = wraps
            let objects = state.ofObjects
            state.ofObjects = objects.compactMapValues { entries in
                let kept = entries.filter { !$0.isOfScript }
                return kept.isEmpty ? nil : kept
            }
            return (former, objects)
        }
        // Released without the lock: they own functions.
        withExtendedLifetime(removed) {}
        for wrap in wraps { watch(wrap.mark) }
    }

    /// Removes all wrappers: their functions own interpreters.
    func end() {
        let removed = change { state in
            let former = (state.ofScripts, state.ofApplication, state.ofObjects)
            state.isOver = true
            (state.ofScripts, state.ofApplication, state.ofObjects) = ([], [], [:])
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
            guard !state.isOver else { return [OfObject]() }
            let key = ObjectIdentifier(object)
            let entry = OfObject(object: object, member: wrap.member, wrap: wrap, isOfScript: isOfScript)
            // An earlier object at the same address is not the same object.
            let former = state.ofObjects[key, default: []]
            state.ofObjects[key] = former.filter { $0.object === object } + [entry]
            return former.filter { $0.object !== object } + Self.sweep(&state)
        }
        withExtendedLifetime(dropped) {}
        watch(wrap.mark)
    }

    private static func sweep(_ state: inout State) -> [OfObject] {
        guard state.ofObjects.count > state.objectsAfterSweep else { return [] }
        let former = state.ofObjects
        state.ofObjects = former.filter { $0.value.contains { $0.object != nil } }
        state.objectsAfterSweep = max(16, 2 * state.ofObjects.count)
        return former.values.flatMap { $0 }
    }

    private func watch(_ mark: WrapMark) {
        mark.whenUndone { [weak self] in self?.remove($0) }
        if mark.isUndone { remove(mark) }
    }

    private func remove(_ mark: WrapMark) {
        let removed = change { state in
            let former = (state.ofScripts, state.ofApplication, state.ofObjects)
            state.ofScripts.removeAll { $0.mark === mark }
            state.ofApplication.removeAll { $0.mark === mark }
            for (key, entries) in former.2 where entries.contains(where: { $0.wrap.mark === mark }) {
                let kept = entries.filter { $0.wrap.mark !== mark }
                state.ofObjects[key] = kept.isEmpty ? nil : kept
            }
            return former
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
            for watch in state.watches { Self.update(watch, &state) }
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

extension Container {
    /// The wrappers of methods; nil if the container has no product that adds any.
    package var methodWrappers: MethodWrappers? { current.wrappers }
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
            for watch in state.watches where watch.owner == owner && watch.member == member {
                if let watch = watch as? W { return watch }
            }
            let watch = make()
            state.watches.append(watch)
            Self.update(watch, &state)
            return watch
        }
    }

    private static func update(_ watch: any OverridableWatch, _ state: inout State) {
        let isWrapped =
            !wraps(of: watch.owner, watch.member, &state).isEmpty
            || state.ofObjects.values.contains { $0.contains { $0.member == watch.member } }
        watch.update(isWrapped: isWrapped)
    }
}
