public import MoonwireValues

/// A separate overload for each common number of arguments: the compiler does not specialize parameter packs.
extension HostFunction {
    /// A typed Swift function of no argument.
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

    /// A typed Swift function of no argument and without a result.
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

    /// A typed Swift function of one argument.
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

    /// A typed Swift function of one argument and without a result.
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

    /// A typed Swift function of two arguments.
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

    /// A typed Swift function of two arguments and without a result.
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

    /// A typed Swift function of three arguments.
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

    /// A typed Swift function of three arguments and without a result.
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

    /// A typed Swift function of four arguments.
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

    /// A typed Swift function of four arguments and without a result.
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
