public import MoonwireValues

/// The arguments of a member that are known only when the program runs: any number of them, all of one type.
struct ArgumentList<Value>: Sendable {
    let descriptions: [ArgumentDescription]
    /// Reads the values of a call in the order of the arguments.
    let read: @Sendable (Call) throws -> [Value]

    /// Arguments of a type that is known only at run time.
    init(dynamic arguments: [ExposedArgument<Value>]) {
        let arguments = arguments.map { DynamicArgument($0) }
        descriptions = arguments.map { $0.description() }
        read = { call in
            var index = 0
            return try arguments.map { try $0.read(&index, of: call) }
        }
    }
}

extension ArgumentList where Value: Convertible {
    init(_ arguments: [ExposedArgument<Value>]) {
        descriptions = arguments.map { $0.description() }
        read = { call in
            var index = 0
            return try arguments.map { try $0.read(&index, of: call) }
        }
    }
}

extension Initializer {
    /// Exposes an initializer with a list of arguments of one type, whose labels need not be known at compile time.
    ///
    /// `body` receives the values in the order of `arguments`:
    /// `Initializer(arguments: ["x", "y", "z"]) { (values: [Double]) in Vector(values) }`
    public init<A: Convertible>(
        arguments: [ExposedArgument<A>], body: @escaping @Sendable (_ values: [A]) throws -> Owner
    ) {
        self.init(ArgumentList(arguments), body)
    }

    /// Exposes an initializer with a list of arguments of one type, whose labels need not be known at compile time.
    ///
    /// `body` receives the values in the order of `arguments`.
    @_disfavoredOverload public init<A>(
        arguments: [ExposedArgument<A>], body: @escaping @Sendable (_ values: [A]) throws -> Owner
    ) {
        self.init(ArgumentList(dynamic: arguments), body)
    }

    private init<A>(_ list: ArgumentList<A>, _ body: @escaping @Sendable ([A]) throws -> Owner) {
        self.init(
            Callable(Self.signature(list.descriptions), resultType: Owner.self) { _, call in
                let owner = try call.runUserCode(on: try list.read(call)) { try body($0) }
                try call.result.deliverWhole(owner)
            })
    }
}

extension Method {
    /// Exposes a method with a list of arguments of one type, whose labels need not be known at compile time.
    ///
    /// `body` receives the object, and the values in the order of `arguments`:
    /// `Method("scale", arguments: ["x", "y", "z"]) { (vector: Vector, factors: [Double]) in vector.scaled(by: factors) }`
    public init<A: Convertible, R: Convertible>(
        _ name: String, arguments: [ExposedArgument<A>],
        body: @escaping @Sendable (Owner, _ values: [A]) throws -> R
    ) {
        let list = ArgumentList(arguments)
        self.init(
            Callable(Self.signature(name, list.descriptions, R.self), resultType: R.self) {
                (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                let result = try call.runUserCode(on: (consume owner, try list.read(call))) { try body($0.0, $0.1) }
                try call.source.deliver(consume result, to: call.result)
            })
    }

    /// Exposes a method with a list of arguments of one type, whose labels need not be known at compile time.
    ///
    /// `body` receives the object, and the values in the order of `arguments`.
    @_disfavoredOverload public init<A, R>(
        _ name: String, arguments: [ExposedArgument<A>],
        body: @escaping @Sendable (Owner, _ values: [A]) throws -> R
    ) {
        let list = ArgumentList(dynamic: arguments)
        let signature = Signature(
            name: name, arguments: list.descriptions, result: typeName(R.self), resultShape: dynamicShape(R.self))
        self.init(
            Callable(signature, resultType: R.self) { (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                let result = try call.runUserCode(on: (consume owner, try list.read(call))) { try body($0.0, $0.1) }
                try call.source.deliverDynamically(consume result, to: call.result)
            })
    }
}

extension StaticMethod {
    /// Exposes a static method with a list of arguments of one type, whose labels need not be known at compile time.
    ///
    /// `body` receives the values in the order of `arguments`.
    public init<A: Convertible, R: Convertible>(
        _ name: String, arguments: [ExposedArgument<A>], body: @escaping @Sendable (_ values: [A]) throws -> R
    ) {
        let list = ArgumentList(arguments)
        let signature = Signature(
            name: name, arguments: list.descriptions, result: typeName(R.self), resultShape: R.shape)
        self.init(
            Callable(signature, resultType: R.self) { _, call in
                let result = try call.runUserCode(on: try list.read(call)) { try body($0) }
                try call.source.deliver(consume result, to: call.result)
            })
    }

    /// Exposes a static method with a list of arguments of one type, whose labels need not be known at compile time.
    ///
    /// `body` receives the values in the order of `arguments`.
    @_disfavoredOverload public init<A, R>(
        _ name: String, arguments: [ExposedArgument<A>], body: @escaping @Sendable (_ values: [A]) throws -> R
    ) {
        let list = ArgumentList(dynamic: arguments)
        let signature = Signature(
            name: name, arguments: list.descriptions, result: typeName(R.self), resultShape: dynamicShape(R.self))
        self.init(
            Callable(signature, resultType: R.self) { _, call in
                let result = try call.runUserCode(on: try list.read(call)) { try body($0) }
                try call.source.deliverDynamically(consume result, to: call.result)
            })
    }
}
