import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A function of a script as a pass: `function(definitions, report) … end`.
final class ScriptPass: PassFunction {
    /// What a pass of the stage "change" needs for the words that it uses.
    struct Changing {
        let evaluation: Evaluation
        let values: KeptValues
        /// The text of the file that contains the pass, for the lines of its tables.
        let source: SourceText?

        init(_ function: LuaFunction, _ evaluation: Evaluation) {
            self.evaluation = evaluation
            values = evaluation.valuesForPass
            source = function.definedAt.flatMap { evaluation.sourceText(of: $0.fileNumber) }
        }
    }

    private let function: LuaFunction
    private let reporting: ScriptReport
    /// Nil for a pass that only checks.
    private let changing: Changing?

    init(_ function: LuaFunction, _ evaluation: Evaluation, _ changing: Changing? = nil) {
        self.function = function
        self.changing = changing
        reporting = evaluation.link.report(in: function.interpreter)
    }

    func run(_ definitions: [RegisteredDefinition], _ report: inout PassReport) throws {
        // One thread at a time: the words of an evaluation write into it, and a scenario may be used while another one is.
        try function.interpreter.withStack { _ in
            guard let changing else { return try call(definitions, &report) }
            let changes = try changing.evaluation.changing(
                with: changing.values, in: changing.source, below: report.parameters
            ) {
                try call(definitions, &report)
            }
            report.add(changes)
        }
    }

    private func call(_ definitions: [RegisteredDefinition], _ report: inout PassReport) throws {
        try reporting.collecting(into: &report, about: definitions) {
            try function.call { [reporting] stack in
                try stack.ensureRoom(8)
                try Self.push(definitions, to: stack)
                try stack.write(object: reporting, at: 0)
                return 2
            } read: { stack, base, count in
                guard let value = (base..<base + count).first(where: { stack.luaType(at: $0) != .nil }) else { return }
                throw ContainerError(.returnedFromPass(stack.found(value)))
            }
        }
    }

    /// Pushes a table with the definitions as a list, and by their ids.
    private static func push(_ definitions: [RegisteredDefinition], to stack: LuaStack) throws {
        stack.pushTable()
        let table = stack.top
        for (index, definition) in definitions.enumerated() {
            try stack.write(object: ScriptRecord(definition), at: 0)
            stack.copyToTop(stack.top)
            stack.rawSet(table, index: index + 1)
            stack.rawSet(table, key: definition.id)
        }
    }
}
