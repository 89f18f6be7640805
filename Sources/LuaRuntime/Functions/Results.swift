internal import CLuaShim
public import MoonwireValues

extension Interpreter {
    /// Runs a text as a chunk and reads two or more of its results.
    ///
    ///     let (quotient, rest) = try lua.evaluate("return 7 // 2, 7 % 2", name: "d.lua", as: (Int, Int).self)
    public func evaluate<A: Convertible, B: Convertible, each R: Convertible>(
        _ text: String, name: String, as: (A, B, repeat each R).Type
    ) throws -> (A, B, repeat each R) {
        try withStack { stack in
            try stack.load(text, name: name)
            try stack.run(arguments: 0)
            var results = Results(stack, of: .chunk(name))
            return (try results.next(A.self), try results.next(B.self), repeat try results.next((each R).self))
        }
    }
}

extension LuaFunction {
    /// Calls the function and reads two or more of its results.
    public func call<each Argument: Convertible, A: Convertible, B: Convertible, each R: Convertible>(
        _ arguments: repeat each Argument, as: (A, B, repeat each R).Type
    ) throws -> (A, B, repeat each R) {
        try call(
            push: { stack in
                let base = stack.top
                for argument in repeat each arguments { try argument.write(to: ValueWriter(stack, slot: 0)) }
                return stack.top - base
            },
            read: { stack, _, _ in
                var results = Results(stack, of: .function(self))
                return (try results.next(A.self), try results.next(B.self), repeat try results.next((each R).self))
            })
    }
}

/// The results of a script, read one after the other.
private struct Results {
    private let stack: LuaStack
    private let giver: Giver
    private var position = 0

    init(_ stack: LuaStack, of giver: Giver) {
        self.stack = stack
        self.giver = giver
    }

    mutating func next<R: Convertible>(_ type: R.Type) throws -> R {
        position += 1
        do { return try R.read(from: ValueReader(stack, position: position)) } catch {
            throw stack.badResult(position, isOneOfMany: true, of: giver, error)
        }
    }
}
