public import MoonwireValues

extension LuaFunction {
    /// Writes the arguments, runs the function and reads what is wanted of it.
    @inlinable @inline(__always) func perform<R>(
        _ write: (ValueWriter) throws -> Int,
        _ read: (LuaStack) throws -> R
    ) throws -> R {
        let entered = try begin()
        defer { end(entered) }
        try entered._withUnsafeGuaranteedRef { stack in
            try stack.run(arguments: write(ValueWriter(stack, slot: LuaStack.roomy)))
        }
        do { return try entered._withUnsafeGuaranteedRef { try read($0) } } catch {
            throw misfit(error, on: entered)
        }
    }

    @usableFromInline @inline(never) func misfit(_ error: any Error, on stack: Unmanaged<LuaStack>) -> any Error {
        stack._withUnsafeGuaranteedRef { $0.badResult(of: .function(self), error) }
    }

    /// Calls the function with no argument and reads its first result.
    @inlinable public func call<R: Convertible>(as: R.Type = R.self) throws -> R {
        try perform({ _ in 0 }, { try R.read(from: $0, at: 1) })
    }

    /// Calls the function with no argument for what it does.
    @inlinable public func call() throws {
        try perform({ _ in 0 }, { _ in })
    }

    /// Calls the function with one argument and reads its first result.
    @inlinable public func call<A: Convertible, R: Convertible>(_ a: A, as: R.Type = R.self) throws -> R {
        try perform(
            { writer in
                try a.write(to: writer)
                return 1
            },
            { try R.read(from: $0, at: 1) }
        )
    }

    /// Calls the function with one argument for what it does.
    @inlinable public func call<A: Convertible>(_ a: A) throws {
        try perform(
            { writer in
                try a.write(to: writer)
                return 1
            },
            { _ in }
        )
    }

    /// Calls the function with two arguments and reads its first result.
    @inlinable public func call<A: Convertible, B: Convertible, R: Convertible>(_ a: A, _ b: B, as: R.Type = R.self)
        throws -> R
    {
        try perform(
            { writer in
                try a.write(to: writer)
                try b.write(to: writer)
                return 2
            },
            { try R.read(from: $0, at: 1) }
        )
    }

    /// Calls the function with two arguments for what it does.
    @inlinable public func call<A: Convertible, B: Convertible>(_ a: A, _ b: B) throws {
        try perform(
            { writer in
                try a.write(to: writer)
                try b.write(to: writer)
                return 2
            },
            { _ in }
        )
    }

    /// Calls the function with three arguments and reads its first result.
    @inlinable public func call<A: Convertible, B: Convertible, C: Convertible, R: Convertible>(
        _ a: A, _ b: B, _ c: C, as: R.Type = R.self
    ) throws -> R {
        try perform(
            { writer in
                try a.write(to: writer)
                try b.write(to: writer)
                try c.write(to: writer)
                return 3
            },
            { try R.read(from: $0, at: 1) }
        )
    }

    /// Calls the function with three arguments for what it does.
    @inlinable public func call<A: Convertible, B: Convertible, C: Convertible>(_ a: A, _ b: B, _ c: C) throws {
        try perform(
            { writer in
                try a.write(to: writer)
                try b.write(to: writer)
                try c.write(to: writer)
                return 3
            },
            { _ in }
        )
    }

    /// Calls the function with any count of arguments and reads its first result.
    @inlinable public func call<each A: Convertible, R: Convertible>(
        _ arguments: repeat each A,
        as: R.Type = R.self
    ) throws -> R {
        try perform(
            { writer in
                // There may be more of them than there is room for to begin with.
                let writer = ValueWriter(writer.sink, slot: 0)
                var count = 0
                for argument in repeat each arguments {
                    try argument.write(to: writer)
                    count += 1
                }
                return count
            },
            { try R.read(from: $0, at: 1) }
        )
    }

    /// Calls the function with any count of arguments for what it does.
    @inlinable public func call<each A: Convertible>(_ arguments: repeat each A) throws {
        try perform(
            { writer in
                // There may be more of them than there is room for to begin with.
                let writer = ValueWriter(writer.sink, slot: 0)
                var count = 0
                for argument in repeat each arguments {
                    try argument.write(to: writer)
                    count += 1
                }
                return count
            },
            { _ in }
        )
    }
}
