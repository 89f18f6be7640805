import CLuaShim
import MoonwireValues

/// A Swift function that scripts may call. It works on the stack itself, with the interpreter held.
public final class HostFunction: Sendable {
    /// As messages name it.
    public let name: String
    private let body: @Sendable (LuaCall) throws -> LuaReturn

    public init(name: String, _ body: @escaping @Sendable (LuaCall) throws -> LuaReturn) {
        self.name = name
        self.body = body
    }

    /// Runs the body; an error is left on the stack, for the shim to raise once no Swift frame is left.
    func invoke(_ call: LuaCall) -> Int32 {
        do {
            switch try body(call) {
            case .values(let count): return Int32(count)
            case .load(let text, let name, let key):
                call.stack.lastChunk = name
                call.stack.pushText(text)
                call.stack.pushText("@" + name)
                if let key { call.stack.pushText(key) } else { call.stack.pushNil() }
                return Int32(MW_LOAD)
            }
        } catch {
            call.stack.push(error: error)
            return Int32(MW_RAISE)
        }
    }
}

/// What a ``HostFunction`` gives back.
public enum LuaReturn {
    /// So many values, which it left on top of the stack.
    case values(Int)
    /// What a chunk of source text returns, which is run in place; with a key it is kept as a module.
    case load(text: String, name: String, cacheAs: String?)
}
