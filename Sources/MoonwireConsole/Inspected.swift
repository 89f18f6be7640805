import Moonwire
import MoonwireCore

/// What a call is to tell about, and what is wrong with it.
struct Inspected {
    /// Nil when a script was stopped, so that definitions are missing.
    let inspection: Inspection?
    /// Empty for a running container.
    let faults: [Diagnostic]
}

extension Inspected {
    fileprivate init(_ reading: ScriptWiring.Reading) {
        inspection = reading.graph.map { Inspection($0) }
        faults = reading.diagnostics.filter { $0.severity == .fault }.inScriptOrder
    }
}

extension Wiring {
    /// Whether a call is about scripts, and not about the running container.
    func readsScripts(_ files: [String], _ options: Options) -> Bool {
        container == nil || !files.isEmpty || self.options().contains { options.has($0.name) }
    }

    /// Reads what a call names, or looks at the running container.
    func inspect(_ files: [String], _ options: Options) throws -> Inspected {
        if !readsScripts(files, options), let container {
            return Inspected(inspection: try container.inspection, faults: [])
        }
        return Inspected(try scripts(files, options).read(options.value("--environment")))
    }

    /// Reads what a call names for every environment, unless its options name one, or looks at the running container.
    private func inspectAll(_ files: [String], _ options: Options) throws -> [Inspected] {
        guard readsScripts(files, options), !options.has("--environment") else { return [try inspect(files, options)] }
        return try scripts(files, options).readAll().map { Inspected($0) }
    }

    /// Tells what a call is about, and complains about faults, which keep nobody from looking at the rest.
    func tell(
        _ files: [String], _ options: Options, _ output: Output, _ body: (Inspection) throws -> Void
    ) throws -> CommandStatus {
        try tell([inspect(files, options)], output) { try $0.forEach(body) }
    }

    /// Tells what a call is about in every environment, likewise.
    func tellAll(
        _ files: [String], _ options: Options, _ output: Output, _ body: ([Inspection]) throws -> Void
    ) throws -> CommandStatus {
        try tell(inspectAll(files, options), output, body)
    }

    private func tell(
        _ inspected: [Inspected], _ output: Output, _ body: ([Inspection]) throws -> Void
    ) throws -> CommandStatus {
        let inspections = inspected.compactMap(\.inspection)
        if !inspections.isEmpty { try body(inspections) }
        var told: Set<String> = []
        for fault in inspected.flatMap(\.faults) where told.insert("\(fault)").inserted { output.complain("\(fault)") }
        return told.isEmpty ? .clean : .faults
    }
}
