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
    ///
    /// - Parameter id: The service that the call is about, if it is about one.
    func inspect(_ files: [String], _ options: Options, of id: String? = nil) throws -> Inspected {
        if !readsScripts(files, options), let container {
            return Inspected(
                inspection: try container.inspection(of: id), faults: [], refused: container.refusedReload)
        }
        let reading = try scripts(files, options).read(options.value("--environment"))
        return Inspected(
            inspection: reading.graph.map { Inspection($0, of: id) },
            faults: reading.diagnostics.filter { $0.severity == .fault }.inScriptOrder)
    }

    /// Tells what a call is about, and complains about faults, which keep nobody from looking at the rest.
    ///
    /// - Parameter id: The service that the call is about, if it is about one.
    func tell(
        _ files: [String], _ options: Options, _ output: Output, of id: String? = nil,
        _ body: (Inspection) throws -> Void
    ) throws -> CommandStatus {
        let inspected = try inspect(files, options, of: id)
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
        var inspections: [Inspection] = []
        var isWhole = true
        try scripts(files, options).forEachReading { reading in
            merged.add(reading.diagnostics.filter { $0.severity == .fault }, of: reading.environment)
            if let graph = reading.graph, isWhole { inspections.append(Inspection(graph)) } else { isWhole = false }
        }
        if isWhole { try body(inspections) }
        return output.complain(merged.all.inScriptOrder)
    }
}

extension Output {
    /// Writes the first hundred faults, and how many more there are.
    func complain(_ faults: [Diagnostic]) -> CommandStatus {
        for line in faults.shown { complain(line) }
        return faults.isEmpty ? .clean : .faults
    }
}
