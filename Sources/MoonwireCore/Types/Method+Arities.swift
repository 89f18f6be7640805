public import MoonwireValues

/// A separate overload for each common number of arguments: the compiler does not specialize parameter packs. Inlined, so that the
/// method of an unapplied reference is called directly; otherwise a closure would be created for each call.
extension Method {
    /// Exposes a method without arguments.
    @inlinable @inline(__always) public init<R: Convertible>(
        _ name: String, body: @escaping @Sendable (Owner) throws -> R
    ) {
        self.init(
            Callable(Self.signature(name, [], R.self), resultType: R.self) { (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                let result = try call.runUserCode(on: consume owner) { try body($0) }
                try call.source.deliver(consume result, to: call.result)
            })
    }

    /// Exposes a method without arguments by its unapplied reference.
    @inlinable @inline(__always) public init<R: Convertible>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> () throws -> R
    ) {
        self.init(name) { (owner: Owner) in try method(owner)() }
    }

    /// Exposes a method with one argument.
    @inlinable @inline(__always) public init<A: Convertible, R: Convertible>(
        _ name: String, _ a: ExposedArgument<A>, body: @escaping @Sendable (Owner, A) throws -> R
    ) {
        self.init(
            Callable(Self.signature(name, describe(a), R.self), resultType: R.self) {
                (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                var index = 0
                let a = try a.read(&index, of: call)
                let result = try call.runUserCode(on: (consume owner, consume a)) { try body($0.0, $0.1) }
                try call.source.deliver(consume result, to: call.result)
            })
    }

    /// Exposes a method with one argument by its unapplied reference.
    @inlinable @inline(__always) public init<A: Convertible, R: Convertible>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (A) throws -> R, _ a: ExposedArgument<A>
    ) {
        self.init(name, a) { (owner: Owner, a: A) in try method(owner)(a) }
    }

    /// Exposes a method with two arguments.
    @inlinable @inline(__always) public init<A: Convertible, B: Convertible, R: Convertible>(
        _ name: String, _ a: ExposedArgument<A>, _ b: ExposedArgument<B>,
        body: @escaping @Sendable (Owner, A, B) throws -> R
    ) {
        self.init(
            Callable(Self.signature(name, describe(a, b), R.self), resultType: R.self) {
                (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                var index = 0
                let a = try a.read(&index, of: call)
                let b = try b.read(&index, of: call)
                let result = try call.runUserCode(on: (consume owner, consume a, consume b)) {
                    try body($0.0, $0.1, $0.2)
                }
                try call.source.deliver(consume result, to: call.result)
            })
    }

    /// Exposes a method with two arguments by its unapplied reference.
    @inlinable @inline(__always) public init<A: Convertible, B: Convertible, R: Convertible>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (A, B) throws -> R, _ a: ExposedArgument<A>,
        _ b: ExposedArgument<B>
    ) {
        self.init(name, a, b) { (owner: Owner, a: A, b: B) in try method(owner)(a, b) }
    }

    /// Exposes a method with three arguments.
    @inlinable @inline(__always) public init<A: Convertible, B: Convertible, C: Convertible, R: Convertible>(
        _ name: String, _ a: ExposedArgument<A>, _ b: ExposedArgument<B>, _ c: ExposedArgument<C>,
        body: @escaping @Sendable (Owner, A, B, C) throws -> R
    ) {
        self.init(
            Callable(Self.signature(name, describe(a, b, c), R.self), resultType: R.self) {
                (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                var index = 0
                let a = try a.read(&index, of: call)
                let b = try b.read(&index, of: call)
                let c = try c.read(&index, of: call)
                let result = try call.runUserCode(on: (consume owner, consume a, consume b, consume c)) {
                    try body($0.0, $0.1, $0.2, $0.3)
                }
                try call.source.deliver(consume result, to: call.result)
            })
    }

    /// Exposes a method with three arguments by its unapplied reference.
    @inlinable @inline(__always) public init<A: Convertible, B: Convertible, C: Convertible, R: Convertible>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (A, B, C) throws -> R, _ a: ExposedArgument<A>,
        _ b: ExposedArgument<B>, _ c: ExposedArgument<C>
    ) {
        self.init(name, a, b, c) { (owner: Owner, a: A, b: B, c: C) in try method(owner)(a, b, c) }
    }

    /// Exposes a method with four arguments.
    @inlinable @inline(__always)
    public init<A: Convertible, B: Convertible, C: Convertible, D: Convertible, R: Convertible>(
        _ name: String, _ a: ExposedArgument<A>, _ b: ExposedArgument<B>, _ c: ExposedArgument<C>,
        _ d: ExposedArgument<D>,
        body: @escaping @Sendable (Owner, A, B, C, D) throws -> R
    ) {
        self.init(
            Callable(Self.signature(name, describe(a, b, c, d), R.self), resultType: R.self) {
                (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                var index = 0
                let a = try a.read(&index, of: call)
                let b = try b.read(&index, of: call)
                let c = try c.read(&index, of: call)
                let d = try d.read(&index, of: call)
                let result = try call.runUserCode(on: (consume owner, consume a, consume b, consume c, consume d)) {
                    try body($0.0, $0.1, $0.2, $0.3, $0.4)
                }
                try call.source.deliver(consume result, to: call.result)
            })
    }

    /// Exposes a method with four arguments by its unapplied reference.
    @inlinable @inline(__always)
    public init<A: Convertible, B: Convertible, C: Convertible, D: Convertible, R: Convertible>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (A, B, C, D) throws -> R, _ a: ExposedArgument<A>,
        _ b: ExposedArgument<B>, _ c: ExposedArgument<C>, _ d: ExposedArgument<D>
    ) {
        self.init(name, a, b, c, d) { (owner: Owner, a: A, b: B, c: C, d: D) in try method(owner)(a, b, c, d) }
    }
}
