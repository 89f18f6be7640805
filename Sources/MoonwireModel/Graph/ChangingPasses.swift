import MoonwireValues

/// Runs the passes of the stage "change", and applies what they change.
///
/// They see definitions that have what they inherit, without decorators. Each sees what the passes before it have changed.
struct ChangingPasses {
    /// After each change, the definitions are read again for the following pass, so that more would be a mistake.
    static let most = 32

    private let passes: [Pass]
    private let layers: LayerStack
    private(set) var faults: [Diagnostic] = []
    private(set) var remarks: [Diagnostic] = []
    /// Whether a change contains something that is wired by its type.
    private(set) var wiresByType = false
    /// Whether a change contains something that is dropped if a service is not defined.
    private(set) var dropsReferences = false

    init(_ layers: LayerStack) {
        self.layers = layers
        passes = layers.passes(of: .change)
    }

    /// Runs the passes, and changes the definitions.
    ///
    /// `makeGraph` creates a graph of the definitions so far. If the definitions have faults already, the passes do not run, and no definition is
    /// checked against its type: what is missing in one may be what a pass adds.
    mutating func run(
        on merged: inout MergedLayers, _ room: inout GraphRoom, areSound: Bool,
        graph makeGraph: (MergedLayers) -> DefinitionGraph
    ) {
        if passes.isEmpty { return }
        if passes.count > Self.most {
            faults = [.tooManyChangingPasses(passes[Self.most], limit: Self.most)]
        } else if areSound {
            var graph = makeGraph(merged)
            for pass in passes where faults.isEmpty {
                guard change(&merged, &room, by: pass, graph) else { continue }
                graph = makeGraph(merged)
            }
            if faults.isEmpty { return }
        }
        for position in merged.definitions.indices { merged.definitions[position].isFaulty = true }
    }

    /// Runs a pass, and returns whether it has changed a definition.
    private mutating func change(
        _ merged: inout MergedLayers, _ room: inout GraphRoom, by pass: Pass, _ graph: DefinitionGraph
    ) -> Bool {
        let time = layers.functionTime
        if pass.isOfScript, time.isUsedUp { return false }
        var report = PassReport(of: pass, graph)
        let failures = report.run(within: time) { report in
            guard case .function(let function) = pass.action else { return }
            try function.run(graph.registeredDefinitions, &report)
        }
        let reported = report.diagnostics
        faults += reported.filter { $0.severity == .fault } + failures
        remarks += reported.filter { $0.severity != .fault }
        let changes = report.changes
        guard faults.isEmpty, !changes.definitions.isEmpty else { return false }
        wiresByType = wiresByType || changes.isWiredByType
        dropsReferences = dropsReferences || changes.dropsReferences
        for change in changes.definitions {
            guard room.take(change.extendedElements, for: pass.phrase, at: change.origin.location) else { return false }
        }
        let known = merged.faults.count
        faults += merged.apply(changes.definitions, by: pass)
        faults += merged.faults[known...]
        return true
    }
}

extension MergedLayers {
    /// Changes services, and returns the faults of changes that concern none.
    fileprivate mutating func apply(_ changes: [Definition], by pass: Pass) -> [Diagnostic] {
        var byPosition: [Int: [Definition]] = [:]
        var unknown: [Diagnostic] = []
        lazy var names = KnownNames { [index] in index.names }
        for change in changes {
            if let position = index[change.id] {
                byPosition[position, default: []].append(change)
            } else if isNameOfDecorator(change.id) {
                unknown.append(.extendsDecorator(change))
            } else {
                unknown.append(.extendsNothing(change, later: nil, near: names.nearest(to: change.id)))
            }
        }
        for (position, changes) in byPosition.sorted(by: { $0.key < $1.key }) {
            extend(position, by: changes)
            definitions[position].changes += changes.map { PassChange(of: $0, by: pass) }
        }
        return unknown
    }
}

extension PassChange {
    fileprivate init(of change: Definition, by pass: Pass) {
        self.init(pass: pass.phrase, location: change.origin.location, keys: change.statedKeys)
    }
}

extension Definition {
    /// The number of elements that the extension adds; a long one counts as several.
    fileprivate var extendedElements: Int { inheritedElements + tags.count + 1 }

    /// The keys that an extension states.
    fileprivate var statedKeys: [String] {
        let arguments =
            arguments.positional.indices.map { "args[\($0 + 1)]" } + arguments.labeled.map { "args.\($0.label)" }
        var keys = self.arguments.auto == nil ? [] : ["args"]
        keys += arguments
        if written.contains(.construction) { keys.append("type") }
        keys += setters.map { "set.\($0.name)" } + calls.map { "call.\($0.method)" }
        if configure != nil { keys.append("configure") }
        if !uses.isEmpty { keys.append("uses") }
        let fields: [(WrittenFields, String)] = [
            (.scope, "scope"), (.isPublic, "public"), (.reload, "reload"), (.deprecation, "deprecated"),
            (.outlives, "outlives"),
        ]
        keys += fields.compactMap { written.contains($0.0) ? $0.1 : nil } + lifecycle.statedKeys
        if !tags.isEmpty { keys.append("tags") }
        return keys
    }
}
