/// Expands the inheritance of definitions: `parent = "id"`.
///
/// A definition inherits the construction, arguments, properties, calls, `configure`, `uses`, `scope`, `public`, `reload`, and
/// `stop`, and `outlives`; its own keys take precedence. Tags and deprecation are not inherited.
struct InheritanceExpansion {
    private var merged: MergedLayers
    private var room: GraphRoom
    private let aliases: AliasTargets
    private let names: KnownNames
    private var isDone: Set<Int> = []
    /// The children whose ancestors are being expanded.
    private var isInLine: Set<Int> = []
    private var faults: [Diagnostic] = []

    /// Expands all definitions, removes abstract ones, and returns the faults.
    static func resolve(_ merged: inout MergedLayers, _ room: inout GraphRoom) -> [Diagnostic] {
        // Those of a graph, in a layer below overrides, have what they inherit.
        let children = merged.definitions.indices.filter { merged.definitions[$0].awaitsInheritance }
        guard !children.isEmpty else { return [] }
        var inheritance = InheritanceExpansion(merged: merged, room: room)
        for child in children { inheritance.resolve(child) }
        room = inheritance.room
        merged = inheritance.merged
        merged.removeAbstracts()
        return inheritance.faults
    }

    private init(merged: MergedLayers, room: GraphRoom) {
        self.merged = merged
        self.room = room
        aliases = AliasTargets(merged.definitions, merged.index)
        let index = merged.index
        names = KnownNames { index.names }
    }

    /// Expands a child after all its ancestors; without recursion, so that a long chain does not overflow the stack.
    private mutating func resolve(_ first: Int) {
        var line: [Int] = []
        var next: Int? = first
        while let position = next, !isDone.contains(position),
            let parent = merged.definitions[position].inheritance?.parent
        {
            guard isInLine.insert(position).inserted else {
                reportCycle(line + [position])
                break
            }
            line.append(position)
            next = merged.index[parent.id].flatMap { aliases.target(ofDefinitionAt: $0) }
        }
        for position in line.reversed() where isDone.insert(position).inserted { inherit(position) }
        isInLine.subtract(line)
    }

    private mutating func inherit(_ position: Int) {
        let child = merged.definitions[position]
        guard let parent = child.inheritance?.parent else { return }
        guard let parentPosition = merged.index[parent.id].flatMap({ aliases.target(ofDefinitionAt: $0) }) else {
            return reportUnknown(parent, child, position)
        }
        let ancestor = merged.definitions[parentPosition]
        guard room.take(ancestor.inheritedElements, for: child.phrase, at: child.location(of: ["parent"])) else {
            merged.definitions[position].isFaulty = true
            return
        }
        if child.arguments.appends, ancestor.arguments.positional.isEmpty, !child.isFaulty, !ancestor.isFaulty {
            merged.remarks.append(.appendsToNothing(child, parent.id))
        }
        let whole = child.inheriting(from: ancestor)
        merged.definitions[position] = whole
        if !whole.isAbstract, !whole.isFaulty, !whole.written.contains(.construction) {
            faults.append(.nothingInherited(child, from: parent.id))
        }
        if whole.isSynthetic, !whole.isFaulty { checkSupplied(position, child, ancestor, parent.id) }
    }

    /// Keys that determine how an instance is built have no effect on a synthetic service, whichever of the two is
    /// inherited.
    ///
    /// If both are in one table, that is reported when the table is read.
    private mutating func checkSupplied(_ position: Int, _ child: Definition, _ ancestor: Definition, _ parent: String)
    {
        if child.isSynthetic, ancestor.isSynthetic { return }
        let inherited =
            child.isSynthetic ? ancestor.building.filter { $0.key != "scope" || !child.written.contains(.scope) } : []
        let own = child.isSynthetic ? [] : child.building
        guard !inherited.isEmpty || !own.isEmpty else { return }
        merged.definitions[position].isFaulty = true
        faults += inherited.map { .syntheticInherits($0.phrase, child, from: parent) }
        faults += own.map { .inheritsSynthetic(child, $0.phrase, from: parent, at: child.location(of: [$0.key])) }
    }

    private mutating func reportUnknown(_ parent: ServiceReference, _ child: Definition, _ position: Int) {
        merged.definitions[position].isFaulty = true
        faults.append(.unknownParent(parent.id, child, near: names.nearest(to: parent.id, askedBy: child.id)))
    }

    private mutating func reportCycle(_ trail: [Int]) {
        let circle = Array(trail[(trail.firstIndex(of: trail[trail.count - 1]) ?? 0)...])
        for position in circle {
            isDone.insert(position)
            merged.definitions[position].isFaulty = true
        }
        faults.append(.inheritanceCycle(circle.map { merged.definitions[$0] }))
    }
}

extension Definition {
    /// The number of elements that a child inherits; a long one counts as several, because commands write it for each child.
    var inheritedElements: Int {
        arguments.positional.count + arguments.labeled.count + setters.count + calls.count + uses.count
            + writtenLengths.reduce(0) { $0 + $1 / GraphRoom.bytesOfElement }
    }

    /// The keys that determine how an instance is built, and their number, each as a message names it.
    var building: [(key: String, phrase: String)] {
        var keys: [String] = []
        if !arguments.isEmpty || arguments.auto == .definition { keys.append("args") }
        if !setters.isEmpty { keys.append("set") }
        if !calls.isEmpty { keys.append("call") }
        if configure != nil { keys.append("configure") }
        if !uses.isEmpty { keys.append("uses") }
        let scopes = written.contains(.scope) && !scope.canBeSupplied ? [("scope", "scope \"\(scope.rawValue)\"")] : []
        return keys.map { ($0, "\"\($0)\"") } + scopes
    }

    /// The definition with missing keys taken from its parent.
    fileprivate func inheriting(from parent: Definition) -> Definition {
        var heritage = Heritage(self, parent)
        var whole = self
        if !written.contains(.construction) {
            whole.construction = parent.construction
            heritage.take(["type"], ["factory"])
        }
        whole.arguments = heritage.arguments()
        whole.setters = heritage.setters()
        whole.calls = heritage.calls()
        whole.uses = heritage.uses()
        if configure == nil { whole.configure = parent.configure }
        if !written.contains(.scope), parent.written.contains(.scope) {
            whole.scope = parent.scope
            heritage.take(["scope"])
        }
        // A default of the file may state another scope, which does not apply to a synthetic service.
        if !whole.written.contains(.scope), !parent.written.contains(.scope), parent.isSynthetic,
            !written.contains(.construction)
        {
            whole.scope = .shared
        }
        if !written.contains(.isPublic), parent.written.contains(.isPublic) { whole.isPublic = parent.isPublic }
        if !written.contains(.reload), parent.written.contains(.reload) { whole.reload = parent.reload }
        whole.lifecycle = lifecycle.inheriting(from: parent.lifecycle) { heritage.take($0) }
        if outlives.isEmpty {
            whole.outlives = parent.outlives
            heritage.take(["outlives"])
        }
        whole.written.formUnion(parent.written)
        whole.isFaulty = isFaulty || parent.isFaulty
        whole.hasPlaceholders = hasPlaceholders || parent.hasPlaceholders
        whole.inheritance = inheritance.map { DefinitionInheritance(expanded: $0, sources: heritage.sources) }
        return whole
    }
}

/// Merges the parts of two definitions, and records where each was written.
private struct Heritage {
    private let child: Definition
    private let parent: Definition
    private(set) var sources: [[String]: FieldSource] = [:]

    init(_ child: Definition, _ parent: Definition) {
        self.child = child
        self.parent = parent
    }

    mutating func take(_ paths: [String]...) {
        for path in paths { sources[path] = parent.source(of: path) }
    }

    /// The labels and positions of the child take precedence.
    mutating func arguments() -> Arguments {
        var joined = child.arguments
        if child.arguments.appends { append(to: &joined) }
        for (index, value) in parent.arguments.positional.enumerated() where index >= joined.positional.count {
            joined.positional.append(value)
            take(["args", "\(index + 1)"])
        }
        let own = Set(child.arguments.labeled.map(\.label))
        for argument in parent.arguments.labeled where !own.contains(argument.label) {
            joined.labeled.append(argument)
            take(["args", argument.label])
        }
        joined.labeled.sort { $0.label < $1.label }
        if parent.arguments.auto == .definition { joined.auto = .definition }
        return joined
    }

    /// Those of the parent come first, as `args = { inherited, … }` says.
    private mutating func append(to joined: inout Arguments) {
        let first = parent.arguments.positional.count
        joined.positional = parent.arguments.positional + child.arguments.positional
        joined.appends = false
        for index in 0..<first { take(["args", "\(index + 1)"]) }
        for index in child.arguments.positional.indices {
            // The first element of the child's own table is `inherited`.
            sources[["args", "\(first + index + 1)"]] = child.source(of: ["args", "\(index + 2)"])
        }
    }

    /// Properties of the parent come first; a property that the child also sets is set once.
    mutating func setters() -> [Setter] {
        let own = Set(child.setters.map(\.name))
        var joined: [Setter] = []
        for setter in parent.setters where !own.contains(setter.name) {
            let path = ["inherited", setter.name]
            sources[path] = parent.source(of: setter.path)
            joined.append(Setter(name: setter.name, value: setter.value, path: path))
        }
        return joined + child.setters
    }

    mutating func calls() -> [MethodCall] {
        number("call", parent.calls.count, child.calls.count)
        return (parent.calls + child.calls).enumerated().map { index, call in
            MethodCall(method: call.method, arguments: call.arguments, number: index + 1)
        }
    }

    mutating func uses() -> [ServiceReference] {
        number("uses", parent.uses.count, child.uses.count)
        return parent.uses + child.uses
    }

    /// Elements of a list: those of the parent come first, and shift those of the child.
    private mutating func number(_ field: String, _ inherited: Int, _ own: Int) {
        guard inherited > 0 else { return }
        for position in 1...inherited { take([field, "\(position)"]) }
        for position in 0..<own {
            sources[[field, "\(inherited + position + 1)"]] = child.source(of: [field, "\(position + 1)"])
        }
    }
}
