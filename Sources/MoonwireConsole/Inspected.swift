import Moonwire
import MoonwireCore

/// What a call is to tell about, and what is wrong with it.
struct Inspected {
    /// Nil when a script was stopped, so that definitions are missing.
    let inspection: Inspection?
    /// Empty for a running container.
    let faults: [Diagnostic]
    /// The last reload of a running container, if it was refused.
    var refused: RefusedReload?
}

extension Wiring {
    /// Whether a call is about scripts, and not about the running container.
    func readsScripts(_ files: [String], _ options: Options) -> Bool {
        container == nil || !files.isEmpty || self.options().contains { options.has($0.name) }
    }

    /// Reads what a call names, or looks at the running container.
    func inspect(_ files: [String], _ options: Options) throws -> Inspected {
        if !readsScripts(files, options), let container {
            return Inspected(inspection: try container.inspection, faults: [], refused: container.refusedReload)
        }
        let reading = try scripts(files, options).read(options.value("--environment"))
        return Inspected(
            inspection: reading.graph.map { Inspection($0) },
            faults: reading.diagnostics.filter { $0.severity == .fault }.inScriptOrder)
    }

    /// Tells what a call is about, and complains about faults, which keep nobody from looking at the rest.
    func tell(
        _ files: [String], _ options: Options, _ output: Output, _ body: (Inspection) throws -> Void
    ) throws -> CommandStatus {
        let inspected = try inspect(files, options)
        if let inspection = inspected.inspection { try body(inspection) }
        if let refused = inspected.refused { output.complain(refused.remark) }
        return output.complain(inspected.faults)
    }

    /// Tells of every environment what a call is about, unless it names one, or of the running container; of none when a script
    /// was stopped in any.
    func tellAll(
        _ files: [String], _ options: Options, _ output: Output, _ body: ([Inspection]) throws -> Void
    ) throws -> CommandStatus {
        guard readsScripts(files, options), !options.has("--environment") else {
            return try tell(files, options, output) { try body([$0]) }
        }
        var merged = MergedDiagnostics()
        let readings = try scripts(files, options).readAll()
        for reading in readings {
            merged.add(reading.diagnostics.filter { $0.severity == .fault }, of: reading.environment)
        }
        let inspections = readings.compactMap { $0.graph.map { Inspection($0) } }
        if inspections.count == readings.count { try body(inspections) }
        return output.complain(merged.all.inScriptOrder)
    }
}

extension Output {
    fileprivate func complain(_ faults: [Diagnostic]) -> CommandStatus {
        for fault in faults { complain("\(fault)") }
        return faults.isEmpty ? .clean : .faults
    }
}
