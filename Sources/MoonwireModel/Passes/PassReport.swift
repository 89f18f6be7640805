import MoonwireValues

/// What a pass reports about the definitions, and what it changes.
///
/// A fault prevents the load, as those of the container do; warnings and notes are among ``Container/diagnostics``. Of each
/// severity, the first 100 are kept, and the others are counted.
public struct PassReport: Sendable {
    private static let mostOfEach = 100

    /// Returns a definition of the wiring by its id; nil if there is none.
    package typealias LookUp = @Sendable (String) -> Definition?

    let pass: Pass
    /// The parameters of the wiring.
    package let parameters: ParameterTree
    /// What the pass changes.
    private(set) var changes = WiringChanges()
    private let lookUp: LookUp
    /// The hashes of all that was reported.
    private var known: Set<Int> = []
    private var kept: [Diagnostic] = []
    private var counts: [Diagnostic.Severity: Int] = [:]

    init(of pass: Pass, _ parameters: ParameterTree, _ lookUp: @escaping LookUp) {
        self.pass = pass
        self.parameters = parameters
        self.lookUp = lookUp
    }

    /// Reports a mistake, which prevents the load.
    ///
    /// `report.fault("is slow without an index", in: definition, at: "args", "index")` refers to the line of the argument.
    ///
    /// - Parameters:
    ///   - message: What is wrong; the name of the service is put before it.
    ///   - definition: The service; nil for the wiring as a whole.
    ///   - path: The keys that lead to a value in the definition; a value that is not written there has the line of the nearest
    ///     table around it.
    public mutating func fault(
        _ message: String, in definition: RegisteredDefinition? = nil, at path: String...
    ) {
        add(.fault, message, definition?.id, path)
    }

    /// Reports something that is probably a mistake.
    ///
    /// The parameters are those of ``fault(_:in:at:)``.
    public mutating func warning(
        _ message: String, in definition: RegisteredDefinition? = nil, at path: String...
    ) {
        add(.warning, message, definition?.id, path)
    }

    /// Reports something that is worth knowing.
    ///
    /// The parameters are those of ``fault(_:in:at:)``.
    public mutating func note(_ message: String, in definition: RegisteredDefinition? = nil, at path: String...) {
        add(.note, message, definition?.id, path)
    }

    /// Adds what a pass changes, and what was reported while it was read.
    package mutating func add(_ more: WiringChanges) {
        changes.definitions += more.definitions
        changes.isWiredByType = changes.isWiredByType || more.isWiredByType
        changes.dropsReferences = changes.dropsReferences || more.dropsReferences
        for diagnostic in more.diagnostics { add(diagnostic) }
    }

    /// Whether a service or an alias has the id.
    package func contains(_ id: String) -> Bool { lookUp(id) != nil }

    /// The id of the service that an id finally refers to; nil if none is defined.
    package func target(of id: String) -> String? {
        var id = id
        // A wiring without faults has no cycle of aliases.
        while let definition = lookUp(id) {
            guard case .alias(let target) = definition.construction else { return id }
            id = target.id
        }
        return nil
    }

    /// Reports a message about the service with that id; nil for the wiring as a whole.
    package mutating func add(
        _ severity: Diagnostic.Severity, _ message: String, _ id: String? = nil, _ path: [String] = [],
        suggestions: [String] = []
    ) {
        let definition = id.flatMap(lookUp)
        var diagnostic = Diagnostic.reported(by: pass, severity, message, definition, path)
        diagnostic.suggestions = suggestions
        add(diagnostic)
    }

    /// Adds a diagnostic that is made only if it is kept, and is not reported twice.
    mutating func add(_ severity: Diagnostic.Severity, _ make: () -> Diagnostic) {
        counts[severity, default: 0] += 1
        if counts[severity, default: 0] <= Self.mostOfEach { kept.append(make()) }
    }

    private mutating func add(_ diagnostic: Diagnostic) {
        let severity = diagnostic.severity
        guard known.insert(diagnostic.hashValue).inserted else { return }
        counts[severity, default: 0] += 1
        if counts[severity, default: 0] <= Self.mostOfEach { kept.append(diagnostic) }
    }

    /// The diagnostics, and how many there are beyond those that are kept.
    var diagnostics: [Diagnostic] {
        let further = counts.filter { $0.value > Self.mostOfEach }.sorted { $0.key < $1.key }
        return kept + further.map { .reportedMore(pass, $0.key, $0.value - Self.mostOfEach) }
    }
}
