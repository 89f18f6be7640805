public import MoonwireValues

extension LuaFunction {
    /// Writes the arguments, runs the function, and reads its results.
    @inlinable @inline(__always) func perform<R>(
        _ write: (LuaStack) throws -> Int,
        _ read: (LuaStack) throws -> R
    ) throws -> R {
        let entered = try begin()
        defer { end(entered) }
        try entered._withUnsafeGuaranteedRef { stack in
            try stack.run(arguments: write(stack))
        }
        do { return try entered._withUnsafeGuaranteedRef { try read($0) } } catch {
            throw conversionError(error, on: entered)
        }
    }

    @usableFromInline @inline(never) func conversionError(_ error: any Error, on stack: Unmanaged<LuaStack>)
        -> any Error
    {
        stack._withUnsafeGuaranteedRef { $0.badResult(of: .function(self), error) }
    }

    /// Calls the function without arguments and reads its first result.
    ///
    /// - Parameter type: The type of the result.
    /// - Returns: The first value that the function returns.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<R: Convertible>(as type: R.Type = R.self) throws -> R {
        try perform({ _ in 0 }, { try R.read(from: $0, at: 1) })
    }

    /// Calls the function without arguments and ignores its results.
    ///
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call() throws {
        try perform({ _ in 0 }, { _ in })
    }

    /// Calls the function with one argument and reads its first result.
    ///
    /// - Parameters:
    ///   - a: The first argument.
    ///   - type: The type of the result.
    /// - Returns: The first value that the function returns.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<A: Convertible, R: Convertible>(_ a: A, as type: R.Type = R.self) throws -> R {
        try perform(
            { stack in
                let writer = stack.reservedWriter
                try a.write(to: writer)
                return 1
            },
            { try R.read(from: $0, at: 1) }
        )
    }

    /// Calls the function with one argument and ignores its results.
    ///
    /// - Parameter a: The first argument.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<A: Convertible>(_ a: A) throws {
        try perform(
            { stack in
                let writer = stack.reservedWriter
                try a.write(to: writer)
                return 1
            },
            { _ in }
        )
    }

    /// Calls the function with two arguments and reads its first result.
    ///
    /// - Parameters:
    ///   - a: The first argument.
    ///   - b: The second argument.
    ///   - type: The type of the result.
    /// - Returns: The first value that the function returns.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<A: Convertible, B: Convertible, R: Convertible>(
        _ a: A, _ b: B, as type: R.Type = R.self
    )
        throws -> R
    {
        try perform(
            { stack in
                let writer = stack.reservedWriter
                try a.write(to: writer)
                try b.write(to: writer)
                return 2
            },
            { try R.read(from: $0, at: 1) }
        )
    }

    /// Calls the function with two arguments and ignores its results.
    ///
    /// - Parameters:
    ///   - a: The first argument.
    ///   - b: The second argument.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<A: Convertible, B: Convertible>(_ a: A, _ b: B) throws {
        try perform(
            { stack in
                let writer = stack.reservedWriter
                try a.write(to: writer)
                try b.write(to: writer)
                return 2
            },
            { _ in }
        )
    }

    /// Calls the function with three arguments and reads its first result.
    ///
    /// - Parameters:
    ///   - a: The first argument.
    ///   - b: The second argument.
    ///   - c: The third argument.
    ///   - type: The type of the result.
    /// - Returns: The first value that the function returns.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<A: Convertible, B: Convertible, C: Convertible, R: Convertible>(
        _ a: A, _ b: B, _ c: C, as type: R.Type = R.self
    ) throws -> R {
        try perform(
            { stack in
                let writer = stack.reservedWriter
                try a.write(to: writer)
                try b.write(to: writer)
                try c.write(to: writer)
                return 3
            },
            { try R.read(from: $0, at: 1) }
        )
    }

    /// Calls the function with three arguments and ignores its results.
    ///
    /// - Parameters:
    ///   - a: The first argument.
    ///   - b: The second argument.
    ///   - c: The third argument.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<A: Convertible, B: Convertible, C: Convertible>(_ a: A, _ b: B, _ c: C) throws {
        try perform(
            { stack in
                let writer = stack.reservedWriter
                try a.write(to: writer)
                try b.write(to: writer)
                try c.write(to: writer)
                return 3
            },
            { _ in }
        )
    }

    /// Calls the function with any number of arguments and reads its first result.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - type: The type of the result.
    /// - Returns: The first value that the function returns.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<each A: Convertible, R: Convertible>(
        _ arguments: repeat each A,
        as type: R.Type = R.self
    ) throws -> R {
        try perform(
            { stack in
                // There may be more of them than the stack has room for.
                let writer = stack.writer
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

    /// Calls the function with any number of arguments and ignores its results.
    ///
    /// - Parameter arguments: The arguments.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    @inlinable public func call<each A: Convertible>(_ arguments: repeat each A) throws {
        try perform(
            { stack in
                // There may be more of them than the stack has room for.
                let writer = stack.writer
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
