public import MoonwireValues

/// Initializers for few arguments: the compiler specializes them, but not parameter packs.
extension HostFunction {
    /// Creates a function of no arguments.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable () throws -> R
    ) {
        self.init(name: name) { call in
            try HostFunction.answer(call) { stack, progress in
                progress.unlock(stack)
                return try body()
            }
        }
    }

    /// Creates a function of no arguments and without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init(
        _ name: String,
        calling body: @escaping @Sendable () throws -> Void
    ) {
        self.init(name: name) { call in
            try HostFunction.invoke(call) { stack, progress in
                progress.unlock(stack)
                return try body()
            }
            return .values(0)
        }
    }

    /// Creates a function of one argument.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<A: Convertible, R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (A) throws -> R
    ) {
        self.init(name: name) { call in
            try HostFunction.answer(call) { stack, progress in
                let a = try HostFunction.next(A.self, stack, &progress)
                progress.unlock(stack)
                return try body(a)
            }
        }
    }

    /// Creates a function of one argument and without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<A: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (A) throws -> Void
    ) {
        self.init(name: name) { call in
            try HostFunction.invoke(call) { stack, progress in
                let a = try HostFunction.next(A.self, stack, &progress)
                progress.unlock(stack)
                return try body(a)
            }
            return .values(0)
        }
    }

    /// Creates a function of two arguments.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<A: Convertible, B: Convertible, R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (A, B) throws -> R
    ) {
        self.init(name: name) { call in
            try HostFunction.answer(call) { stack, progress in
                let a = try HostFunction.next(A.self, stack, &progress)
                let b = try HostFunction.next(B.self, stack, &progress)
                progress.unlock(stack)
                return try body(a, b)
            }
        }
    }

    /// Creates a function of two arguments and without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<A: Convertible, B: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (A, B) throws -> Void
    ) {
        self.init(name: name) { call in
            try HostFunction.invoke(call) { stack, progress in
                let a = try HostFunction.next(A.self, stack, &progress)
                let b = try HostFunction.next(B.self, stack, &progress)
                progress.unlock(stack)
                return try body(a, b)
            }
            return .values(0)
        }
    }

    /// Creates a function of three arguments.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<A: Convertible, B: Convertible, C: Convertible, R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (A, B, C) throws -> R
    ) {
        self.init(name: name) { call in
            try HostFunction.answer(call) { stack, progress in
                let a = try HostFunction.next(A.self, stack, &progress)
                let b = try HostFunction.next(B.self, stack, &progress)
                let c = try HostFunction.next(C.self, stack, &progress)
                progress.unlock(stack)
                return try body(a, b, c)
            }
        }
    }

    /// Creates a function of three arguments and without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<A: Convertible, B: Convertible, C: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (A, B, C) throws -> Void
    ) {
        self.init(name: name) { call in
            try HostFunction.invoke(call) { stack, progress in
                let a = try HostFunction.next(A.self, stack, &progress)
                let b = try HostFunction.next(B.self, stack, &progress)
                let c = try HostFunction.next(C.self, stack, &progress)
                progress.unlock(stack)
                return try body(a, b, c)
            }
            return .values(0)
        }
    }

    /// Creates a function of four arguments.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<A: Convertible, B: Convertible, C: Convertible, D: Convertible, R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (A, B, C, D) throws -> R
    ) {
        self.init(name: name) { call in
            try HostFunction.answer(call) { stack, progress in
                let a = try HostFunction.next(A.self, stack, &progress)
                let b = try HostFunction.next(B.self, stack, &progress)
                let c = try HostFunction.next(C.self, stack, &progress)
                let d = try HostFunction.next(D.self, stack, &progress)
                progress.unlock(stack)
                return try body(a, b, c, d)
            }
        }
    }

    /// Creates a function of four arguments and without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<A: Convertible, B: Convertible, C: Convertible, D: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (A, B, C, D) throws -> Void
    ) {
        self.init(name: name) { call in
            try HostFunction.invoke(call) { stack, progress in
                let a = try HostFunction.next(A.self, stack, &progress)
                let b = try HostFunction.next(B.self, stack, &progress)
                let c = try HostFunction.next(C.self, stack, &progress)
                let d = try HostFunction.next(D.self, stack, &progress)
                progress.unlock(stack)
                return try body(a, b, c, d)
            }
            return .values(0)
        }
    }
}
