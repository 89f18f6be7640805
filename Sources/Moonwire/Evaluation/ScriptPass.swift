import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A function of a script as a pass: `function(definitions, report) … end`.
final class ScriptPass: PassFunction {
    private let function: LuaFunction
    private let reporting: ScriptReport

    init(_ function: LuaFunction, _ evaluation: Evaluation) {
        self.function = function
        reporting = evaluation.link.report(in: function.interpreter)
    }

    func run(_ definitions: [RegisteredDefinition], _ report: inout PassReport) throws {
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
