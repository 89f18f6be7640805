import Moonwire
import MoonwireCore

/// The result of reading scripts or inspecting a container.
struct Inspected {
    /// Nil if a script was stopped, so that definitions are missing.
    let inspection: Inspection?
    /// Empty for a running container.
    let faults: [Diagnostic]
    /// The last reload of a running container, if it was refused.
    var refused: RefusedReload?
}

extension Console.Wiring {
    /// Whether a call reads scripts instead of inspecting the running container.
    func readsScripts(_ files: [String], _ options: Options) -> Bool {
        container == nil || !files.isEmpty || self.options().contains { options.has($0.name) }
    }

    /// Reads the scripts of a call, or inspects the running container.
    ///
    /// The values of the service `id` are read first.
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

    /// Passes the inspection of a call to `body`, and writes the faults to standard error.
    ///
    /// The values of the service `id` are read first.
    func tell(
        _ files: [String], _ options: Options, _ output: Console.Output, of id: String? = nil,
        _ body: (Inspection) throws -> Void
    ) throws -> Console.Status {
        let inspected = try inspect(files, options, of: id)
        if let inspection = inspected.inspection { try body(inspection) }
        if let refused = inspected.refused { output.complain(refused.remark) }
        return output.complain(inspected.faults)
    }

    /// Passes the inspections of all environments, of the one that the call names, or of the running container to `body`; does
    /// not call it if a script was stopped in any environment.
    func tellAll(
        _ files: [String], _ options: Options, _ output: Console.Output, _ body: ([Inspection]) throws -> Void
    ) throws -> Console.Status {
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

extension Console.Output {
    /// Writes the first hundred faults, and the number of the others.
    func complain(_ faults: [Diagnostic]) -> Console.Status {
        for line in faults.labeled { complain(line) }
        return faults.isEmpty ? .clean : .faults
    }
}
