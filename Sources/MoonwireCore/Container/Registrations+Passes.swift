public import MoonwireModel
import MoonwireValues

extension Registrations {
    /// Adds a check of the whole wiring, such as a rule of the application's architecture.
    ///
    /// It runs whenever scripts are loaded, checked, or reloaded, if the wiring has no other faults, and reports what it finds; an error
    /// that it throws is a fault.
    ///
    /// ```swift
    /// services.addPass("repositories have metrics") { definitions, report in
    ///     for definition in definitions where definition.tags == ["repository"] {
    ///         report.fault("a repository needs the tag \"metrics\"", in: definition, at: "tags")
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the check, which is part of what it reports.
    ///   - stage: When it runs: a pass of the stage ``PassStage/change`` can change services with
    ///     ``PassReport/extend(_:arguments:tags:file:line:)``.
    ///   - priority: Passes of higher priority run first, then those of the application, then those of scripts.
    ///   - file: The file to which messages about the pass refer.
    ///   - line: The line in that file.
    ///   - body: Receives the definitions of all services, without aliases, in the order in which their ids were first written.
    public mutating func addPass(
        _ name: String, stage: PassStage = .check, priority: Int = 0, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ definitions: [RegisteredDefinition], _ report: inout PassReport) throws -> Void
    ) {
        let origin = Origin(ScriptLocation(file: file, line: line))
        add(Pass(name, stage, priority: priority, origin: origin, isOfScript: false, function: SwiftPass(body)))
    }

    /// Adds a check that Moonwire provides.
    ///
    /// `services.addPass(.captiveDependencies())`
    public mutating func addPass(_ pass: StandardPass, file: String = #fileID, line: Int = #line) {
        add(Pass(pass, origin: Origin(ScriptLocation(file: file, line: line)), isOfScript: false))
    }
}

/// A closure of the application as a pass.
private final class SwiftPass: PassFunction {
    private let body: @Sendable ([RegisteredDefinition], inout PassReport) throws -> Void

    init(_ body: @escaping @Sendable ([RegisteredDefinition], inout PassReport) throws -> Void) {
        self.body = body
    }

    func run(_ definitions: [RegisteredDefinition], _ report: inout PassReport) throws {
        try body(definitions, &report)
    }
}
