/// The wrappers of single objects of a container, which do not keep their objects alive.
struct ObjectWrappers {
    struct Entry {
        private(set) weak var object: AnyObject?
        let wrap: MethodWrap
        /// Nil for a wrapper of the application.
        let script: WrapScript?
    }

    /// What has been removed, to be released without the lock: it owns functions.
    struct Removed {
        fileprivate(set) var entries: [Entry] = []
        /// Objects that exist, to which nothing else may refer meanwhile.
        fileprivate(set) var objects: [AnyObject] = []
        /// The wrappers that remain, by scripts whose generation is over.
        fileprivate(set) var former: [Entry] = []
    }

    /// A wrapper that ended before its object.
    struct Ended {
        let object: AnyObject
        let wrap: MethodWrap
    }

    /// The scripts that are checked before they take effect; nil if there are none.
    var checked: ScriptIdentity?
    /// The scripts that are in effect.
    private var current: ScriptIdentity?
    /// Oldest first; those of released objects are removed by a reload, and when the number has doubled.
    private var entries: [ObjectIdentifier: [Entry]] = [:]
    private var objectsAfterSweep = 16
    /// The number of wrappers, by the name of the member.
    private var membersInUse: [String: Int] = [:]
    /// The wrappers by scripts that are checked, of objects that are in use.
    private var waiting: [(key: ObjectIdentifier, entry: Entry)] = []
    private var ended: [Ended] = []

    /// The number of objects.
    var count: Int { entries.count }

    func hasWraps(_ member: String) -> Bool { membersInUse[member, default: 0] > 0 }

    /// The wrappers of a member of an object, innermost first.
    func wraps(of object: AnyObject, _ member: String) -> [MethodWrap] {
        guard let own = entries[ObjectIdentifier(object)] else { return [] }
        return own.filter { $0.wrap.member == member && $0.object === object }.map(\.wrap)
    }

    /// Adds a wrapper of an object; one that waits begins when its scripts take effect.
    mutating func add(_ entry: Entry, to object: AnyObject, isWaiting: Bool) -> Removed {
        let key = ObjectIdentifier(object)
        if isWaiting {
            waiting.append((key, entry))
            return Removed()
        }
        var removed = Removed()
        // An earlier object at the same address is not the same object.
        removed.entries = remove(at: key) { $0.object !== object }
        insert(entry, at: key, &removed)
        sweep(&removed)
        return removed
    }

    /// Removes a wrapper that was undone.
    mutating func remove(_ mark: WrapMark, at key: ObjectIdentifier) -> Removed {
        var removed = Removed()
        removed.entries = remove(at: key) { $0.wrap.mark === mark } + removeWaiting { $0.wrap.mark === mark }
        return removed
    }

    /// Removes what scripts have added that the next ones do not contain, and begins what these have added.
    mutating func adopt(_ scripts: ScriptIdentity?, _ texts: FunctionTexts) -> Removed {
        var removed = Removed()
        // What releases the last reference to an object runs its `deinit`, which may call its members.
        removed.objects = (entries.values.compactMap(\.first) + waiting.map(\.entry)).compactMap(\.object)
        for key in Array(entries.keys) {
            for entry in remove(at: key, where: { !$0.isLasting(scripts, texts) }) {
                removed.entries.append(entry)
                if let object = entry.object { ended.append(Ended(object: object, wrap: entry.wrap)) }
            }
        }
        // Functions of the last scripts may be in use yet.
        removed.former = entries.values.joined().filter {
            $0.script?.isOf(scripts) == false && $0.script?.isOf(current) == false
        }
        current = scripts
        for (key, entry) in waiting where entry.script?.isOf(scripts) == true { insert(entry, at: key, &removed) }
        if checked === scripts { checked = nil }
        let checked = checked
        removed.entries += removeWaiting { $0.script?.isOf(checked) != true }
        return removed
    }

    /// Removes what scripts have added that do not take effect.
    mutating func discard(_ scripts: ScriptIdentity?) -> Removed {
        var removed = Removed()
        for key in Array(entries.keys) { removed.entries += remove(at: key) { $0.script?.isOf(scripts) == true } }
        removed.entries += removeWaiting { $0.script?.isOf(scripts) == true }
        if checked === scripts { checked = nil }
        return removed
    }

    mutating func takeEnded() -> [Ended] {
        defer { ended = [] }
        return ended
    }

    /// A function that earlier scripts contain, too, and that wraps the same object again, replaces its former wrapper.
    private mutating func insert(_ entry: Entry, at key: ObjectIdentifier, _ removed: inout Removed) {
        if let index = entries[key]?.firstIndex(where: entry.repeats), let former = entries[key]?[index] {
            removed.entries.append(former)
            entries[key]?[index] = entry
            return
        }
        entries[key, default: []].append(entry)
        membersInUse[entry.wrap.member, default: 0] += 1
    }

    /// Removes the wrappers at an address for which a condition is true, and returns them.
    private mutating func remove(at key: ObjectIdentifier, where isRemoved: (Entry) -> Bool) -> [Entry] {
        guard let entries = entries[key] else { return [] }
        var (removed, kept): ([Entry], [Entry]) = ([], [])
        for entry in entries { if isRemoved(entry) { removed.append(entry) } else { kept.append(entry) } }
        if removed.isEmpty { return [] }
        self.entries[key] = kept.isEmpty ? nil : kept
        for entry in removed { membersInUse[entry.wrap.member, default: 0] -= 1 }
        return removed
    }

    private mutating func removeWaiting(where isRemoved: (Entry) -> Bool) -> [Entry] {
        let removed = waiting.map(\.entry).filter(isRemoved)
        if !removed.isEmpty { waiting.removeAll { isRemoved($0.entry) } }
        return removed
    }

    private mutating func sweep(_ removed: inout Removed) {
        guard entries.count > objectsAfterSweep else { return }
        for (key, entries) in entries {
            if let object = entries.first?.object {
                removed.objects.append(object)
            } else {
                removed.entries += remove(at: key) { _ in true }
            }
        }
        objectsAfterSweep = max(16, 2 * entries.count)
    }
}

extension ObjectWrappers.Entry {
    /// Whether the wrapper is in use after a reload.
    fileprivate func isLasting(_ scripts: ScriptIdentity?, _ texts: FunctionTexts) -> Bool {
        guard object != nil else { return false }
        guard let script else { return true }
        return script.isOf(scripts) || script.isContained(in: texts)
    }

    /// Lets the object end although the function of the wrapper refers to it.
    func makeWeak() {
        if let object { script?.makeWeak(object) }
    }

    /// Whether another wrapper is by the same function, in earlier scripts.
    fileprivate func repeats(_ other: Self) -> Bool {
        guard let script, let former = other.script, !former.isOf(script.identity) else { return false }
        return other.wrap.member == wrap.member && other.object === object && former.isSame(as: script)
    }
}
