internal import CLuaShim
public import MoonwireValues

extension Interpreter {
    /// Runs source code as a chunk and reads two or more of its results.
    ///
    ///     let (quotient, rest) = try lua.evaluate("return 7 // 2, 7 % 2", name: "d.lua", as: (Int, Int).self)
    ///
    /// - Parameters:
    ///   - source: The source code of the chunk.
    ///   - name: The name of the chunk in messages, such as a path.
    ///   - types: The types of the results.
    /// - Returns: The values that the chunk returns.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    public func evaluate<A: Convertible, B: Convertible, each R: Convertible>(
        _ source: String, name: String, as types: (A, B, repeat each R).Type
    ) throws -> (A, B, repeat each R) {
        try withStack { stack in
            try stack.load(source, name: name)
            try stack.run(arguments: 0)
            var results = ResultReader(stack, of: .chunk(name))
            return (try results.next(A.self), try results.next(B.self), repeat try results.next((each R).self))
        }
    }
}

extension LuaFunction {
    /// Calls the function and reads two or more of its results.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - types: The types of the results.
    /// - Returns: The values that the function returns.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    public func call<each Argument: Convertible, A: Convertible, B: Convertible, each R: Convertible>(
        _ arguments: repeat each Argument, as types: (A, B, repeat each R).Type
    ) throws -> (A, B, repeat each R) {
        try call(
            push: { stack in
                let base = stack.top
                for argument in repeat each arguments { try argument.write(to: stack.writer) }
                return stack.top - base
            },
            read: { stack, _, _ in
                var results = ResultReader(stack, of: .function(self))
                return (try results.next(A.self), try results.next(B.self), repeat try results.next((each R).self))
            })
    }
}

/// Reads the results of a script one after another.
private struct ResultReader {
    private let stack: LuaStack
    private let source: ResultSource
    private var position = 0

    init(_ stack: LuaStack, of source: ResultSource) {
        self.stack = stack
        self.source = source
    }

    mutating func next<R: Convertible>(_ type: R.Type) throws -> R {
        position += 1
        do { return try R.read(from: ValueReader(stack, position: position)) } catch {
            throw stack.badResult(position, isOneOfMany: true, of: source, error)
        }
    }
}
