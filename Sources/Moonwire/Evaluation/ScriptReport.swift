import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// The `report` of a script's passes: `report.fault("message", definition, "args.host")`, also written `report:fault(…)`.
final class ScriptReport: Sendable {
    private struct Open {
        var report: PassReport
        let definitions: [RegisteredDefinition]
    }

    /// The instructions that each byte of a message costs, which the host examines.
    private static let instructionsOfByte = 8

    /// Nil while no pass runs.
    private let open = Lock<Open?>(nil)

    /// Runs a pass, whose calls of the methods are added to a report.
    func collecting(
        into report: inout PassReport, about definitions: [RegisteredDefinition], _ body: () throws -> Void
    ) rethrows {
        open.withLock { [report] in $0 = Open(report: report, definitions: definitions) }
        defer {
            if let filled = open.withLock({ $0.take()?.report }) { report = filled }
        }
        try body()
    }

    /// Registers a report with an interpreter.
    static func register(_ report: ScriptReport, with interpreter: Interpreter) {
        let severities: [(name: String, severity: Diagnostic.Severity)] = [
            ("fault", .fault), ("note", .note), ("warning", .warning),
        ]
        let methods = severities.map { name, severity in
            (name, HostFunction(name: name) { call in try report.add(severity, call, word: "report.\(name)") })
        }
        let unknown = HostFunction(name: "report") { call in
            let name = try call.argument(1)?.string() ?? ""
            let known = severities.map(\.name)
            // An assignment brings its value along.
            if call.count > 2, known.contains(name) {
                throw ContainerError(.readOnlyMember(name, of: "report", at: call.callSite))
            }
            throw ContainerError(.unknownMember(name, of: "report", known: known, at: call.callSite))
        }
        var look = HostClass(
            name: "report", methods: Dictionary(uniqueKeysWithValues: methods), unknownMember: unknown)
        look.refusesUnknownMembers = true
        interpreter.register(look, for: ObjectIdentifier(ScriptReport.self))
    }

    private func add(_ severity: Diagnostic.Severity, _ call: LuaCall, word: String) throws -> LuaReturn {
        let isMethod = try isReport(call, at: 0)
        var form = WordForm(3, "\(word)(\"message\", definition, \"args.name\")")
        form.receivesItself = isMethod
        if let surplus = form.surplus(of: word, in: call) { throw ContainerError(surplus) }
        let first = isMethod ? 1 : 0
        let message = try text(call, first, word, "a message")
        let id = try id(call, first + 1, word)
        let path = try path(call, first + 2, word)
        let isOpen = open.withLock { open in
            open?.report.add(severity, message, id, path)
            return open != nil
        }
        guard isOpen else { throw ContainerError(.noPassRuns(word, at: call.callSite)) }
        return .values(0)
    }

    private func isReport(_ call: LuaCall, at index: Int) throws -> Bool {
        try isGiven(call, index) && call.stack.object(at: call.position(index), as: ScriptReport.self) != nil
    }

    /// The id of the definition that the call passes at an index; nil if it passes something else.
    private func definition(_ call: LuaCall, _ index: Int) throws -> String? {
        try ScriptRecord<ScriptRecords.Definition>.id(call.position(index), call.stack)
    }

    private func isGiven(_ call: LuaCall, _ index: Int) -> Bool {
        call.position(index) != 0 && call.stack.luaType(at: call.position(index)) != .nil
    }

    /// A string in the call, each byte of which costs instructions.
    private func text(_ call: LuaCall, _ index: Int, _ word: String, _ expected: String) throws -> String {
        if let found = try record(call, index) {
            throw ContainerError(.expectsName(word, expected, found: found, at: call.callSite))
        }
        let text = try call.name(index, of: word, expected)
        _ = call.stack.spend(Int64(text.utf8.count * Self.instructionsOfByte))
        return text
    }

    /// What the call passes at an index, for messages, if it is one of the arguments of a pass.
    private func record(_ call: LuaCall, _ index: Int) throws -> String? {
        if try definition(call, index) != nil { return "a definition" }
        return try isReport(call, at: index) ? "the report" : nil
    }

    /// The id of the definition that the message is about, which may also be given as its id; nil for the wiring as a whole.
    private func id(_ call: LuaCall, _ index: Int, _ word: String) throws -> String? {
        guard isGiven(call, index) else { return nil }
        if let id = try definition(call, index) { return id }
        let id = try text(call, index, word, "a definition or its id")
        // Nil if no pass runs, which is reported for the call.
        guard let definitions = open.withLock({ $0.flatMap { $0.report.contains(id) ? nil : $0.definitions } }) else {
            return id
        }
        let near = Suggestions(among: definitions.map(\.id)).nearest(to: id)
        throw ContainerError(.unknownDefinition(id, word, near: near, at: call.callSite))
    }

    /// The keys that lead to a value in the definition, which are written with a period between them.
    private func path(_ call: LuaCall, _ index: Int, _ word: String) throws -> [String] {
        guard isGiven(call, index) else { return [] }
        let path = try text(call, index, word, "a key such as \"args.name\"")
        return path.split(separator: ".").map(String.init)
    }
}
