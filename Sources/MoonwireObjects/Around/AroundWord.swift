import LuaRuntime
import Moonwire
import MoonwireCore
import MoonwireValues

/// `around "Type.method" (function(original, self, …) … end)`, or for one object `around(object, "method", function(…) … end)`.
struct AroundWord: Sendable {
    private static let usage = "around \"id\" (function(original, self, …) … end)"

    private let reading: ScriptReading
    private let wrappers: MethodWrappers

    init(_ reading: ScriptReading, _ wrappers: MethodWrappers) {
        self.reading = reading
        self.wrappers = wrappers
    }

    var word: ModuleWord {
        ModuleWord("around", 3, "around(object, \"method\", function(original, self, …) … end)", isLasting: true) {
            try call($0)
        }
    }

    private func call(_ call: LuaCall) throws -> LuaReturn {
        let first = call.position(0)
        if first != 0, call.stack.luaType(at: first) == .userdata, !call.stack.isToken(at: first) {
            return try wrapObject(call)
        }
        let name = try call.name(0, of: "around", "`Type.method` as a string, or an object")
        guard !reading.hasEnded else { throw ContainerError(.aroundTypeTooLate(name, at: call.callSite)) }
        guard call.count == 1 else { throw ContainerError(.aroundTypeWithMore(name, at: call.callSite)) }
        return reading.begin("around", name, Self.usage.replacing("id", with: name), call) { name, call in
            try wrapType(name, call)
        }
    }

    /// What follows `around "Type.method"`.
    private func wrapType(_ name: String, _ call: LuaCall) throws -> LuaReturn {
        let mark = WrapMark()
        let function = try call.function(0, of: "around \"\(name)\"")
        let location = call.callSite
        do {
            let target = try WrapTarget(name, among: reading.types, at: location)
            if let signature = target.signature {
                try Self.check(function, signature, "around \"\(name)\"", at: function.definedAt ?? location)
            }
            if let type = target.type {
                let wrap = ScriptWrap(function, name)
                reading.add(MethodWrap(type, target.member, wrap, mark, reading.origin(call)))
            }
        } catch let error as ContainerError {
            for fault in error.diagnostics { reading.report(fault, in: call) }
        }
        return undo(mark, call)
    }

    private func wrapObject(_ call: LuaCall) throws -> LuaReturn {
        guard let object = try call.stack.object(at: call.position(0)) else {
            throw ContainerError(.aroundNothing(at: call.callSite))
        }
        let member = try call.name(1, of: "around", "the name of a method")
        let function = try call.function(2, of: "around")
        let target = try WrapTarget(member, of: object, among: reading.types, at: call.callSite)
        let title = "around(object, \"\(member)\")"
        if let signature = target.signature { try Self.check(function, signature, title, at: call.callSite) }
        let mark = WrapMark()
        let wrap = MethodWrap(
            target.type ?? type(of: object), member, ScriptWrap(function, title), mark, reading.origin(call))
        let script = reading.script(of: function)
        call.runUserCode { wrappers.add(wrap, to: object, of: script) }
        return undo(mark, call)
    }

    /// A function that undoes the wrapper, and does nothing when it is called again.
    private func undo(_ mark: WrapMark, _ call: LuaCall) -> LuaReturn {
        call.stack.pushFunction(
            HostFunction(name: "undo") { call in
                if call.count > 0 { throw ContainerError(.undoWithArguments(call.count, at: call.callSite)) }
                call.runUserCode { mark.undo() }
                return .values(0)
            })
        return .values(1)
    }

    /// Refuses a function that does not take `original`, the object, and the arguments of the method.
    private static func check(
        _ function: LuaFunction, _ signature: Signature, _ subject: String, at location: ScriptLocation?
    ) throws {
        guard let parameters = function.parameters, !parameters.isVariadic else { return }
        let expected = signature.arguments.count + 2
        guard parameters.count != expected else { return }
        throw ContainerError(.aroundArity(subject, signature, parameters.count, at: location))
    }
}
