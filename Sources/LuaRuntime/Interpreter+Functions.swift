public import MoonwireValues

extension HostFunction {
    /// A Swift closure as a function of Lua; arguments are read straight into their types.
    ///
    /// `try lua.setGlobal("add", function: HostFunction("add") { (a: Int, b: Int) in a + b })`
    @inlinable public convenience init<each A: Convertible, R: Convertible>(
        _ name: String, _ body: @escaping @Sendable (repeat each A) throws -> R
    ) {
        self.init(name: name) { call in
            var index = 0
            let arguments = (repeat try call.read((each A).self, &index, name))
            let result = try call.runUserCode { try body(repeat each arguments) }
            try result.write(to: ValueWriter(call.stack, slot: 0))
            return .values(1)
        }
    }

    /// A Swift closure without a result as a function of Lua.
    @inlinable public convenience init<each A: Convertible>(
        _ name: String, _ body: @escaping @Sendable (repeat each A) throws -> Void
    ) {
        self.init(name: name) { call in
            var index = 0
            let arguments = (repeat try call.read((each A).self, &index, name))
            try call.runUserCode { try body(repeat each arguments) }
            return .values(0)
        }
    }
}

extension LuaCall {
    /// Reads the next argument of a typed function; one that is left out reads as nothing.
    @inlinable func read<A: Convertible>(_: A.Type, _ index: inout Int, _ name: String) throws -> A {
        defer { index += 1 }
        do {
            return try A.read(from: ValueReader(stack, position: base + index))
        } catch let error as ConversionError {
            throw badArgument(index, name, error)
        }
    }

    /// Runs code with the interpreter free for others; the stack must be left alone meanwhile.
    @inlinable public func runUserCode<T>(_ body: () throws -> T) rethrows -> T {
        stack.beginUserCode()
        defer { stack.endUserCode() }
        return try body()
    }

    @inline(never) @usableFromInline func badArgument(
        _ index: Int, _ name: String, _ error: ConversionError
    ) -> LuaError {
        LuaError(.badArgument, "argument \(index + 1) of \(name) \(error)", at: callSite?.location)
    }
}
