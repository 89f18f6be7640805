import MoonwireModel
package import MoonwireValues

/// An argument of a wrapped call, in a form that both languages read.
package struct WrappedValue: Sendable {
    let planned: PlannedValue

    init(_ planned: PlannedValue) {
        self.planned = planned
    }

    /// A value of Swift.
    package init(_ value: Any) {
        planned = .given(value)
    }

    /// A value of a script.
    package init(_ reader: ValueReader) throws {
        planned = try .given(reader)
    }

    /// The result of a call.
    package init(object: AnyObject?) {
        planned = object.map { PlannedValue(object: $0) } ?? PlannedValue(.value(.null))
    }
}

/// A call of a wrapped member, as a wrapper receives it.
package struct WrappedCall {
    /// The member as messages name it: `Mailer.send`.
    package let title: String
    package let labels: [String]
    /// What determines the arguments that the caller leaves out.
    fileprivate let leftOut: [LeftOutValue]
    /// The type of the result.
    package let resultType: Any.Type
    package let receiver: AnyObject
    package let arguments: [WrappedValue?]
    /// Calls the next wrapper, or the member itself.
    package let original: ([WrappedValue?]) throws -> AnyObject?
    /// Kept, because its source does not keep it.
    fileprivate let generation: Generation
    private var source: any ValueSource { generation.source }

    /// Calls a member through wrappers, the last of which is the outermost.
    static func run(
        _ wraps: ArraySlice<MethodWrap>, _ member: Member, on receiver: AnyObject, _ arguments: [WrappedValue?],
        _ generation: Generation, _ body: @escaping ([WrappedValue?]) throws -> AnyObject?
    ) throws -> AnyObject? {
        guard let outermost = wraps.last?.function as? any CallableWrapFunction else { return try body(arguments) }
        let call = WrappedCall(
            title: member.title, labels: member.labels, leftOut: member.leftOut, resultType: member.resultType,
            receiver: receiver, arguments: arguments,
            original: { try run(wraps.dropLast(), member, on: receiver, $0, generation, body) }, generation: generation)
        return try outermost.call(call)
    }

    /// What is known of the member.
    struct Member {
        let title: String
        let labels: [String]
        var leftOut: [LeftOutValue] = []
        let resultType: Any.Type
    }

    /// Reads a value as a type; throws ``ConversionError`` if it does not fit.
    package func read<T>(_ value: WrappedValue?, as type: T.Type) throws -> T {
        try Self.read(value, as: type, from: source)
    }

    fileprivate static func read<T>(
        _ value: WrappedValue?, as type: T.Type, from source: any ValueSource
    ) throws -> T {
        let value = value ?? WrappedValue(PlannedValue(.value(.null)))
        if case .object(let object) = value.planned.content, let same = unboxed(object, as: type) { return same }
        return try withExtendedLifetime(value) {
            let reader = ValueReader(source, position: value.planned.position)
            if let nothing = () as? T {
                if try reader.isNull { return nothing }
                throw reader.mismatch(type: type)
            }
            return try DynamicConverter<T>().read(reader)
        }
    }

    /// The same error with the secrets of the container masked in its messages.
    package func masked(_ error: ContainerError) -> ContainerError { generation.secrets.masked(error) }

    /// Reads an argument as a type; throws ``ConversionError`` with its label if it does not fit.
    package func readArgument<T>(_ index: Int, as type: T.Type) throws -> T {
        let argument = index < arguments.count ? arguments[index] : nil
        if argument == nil, index < leftOut.count, let value = leftOut[index].value() as? T { return value }
        do { return try read(argument, as: type) } catch let error as ConversionError {
            throw error.at(index < labels.count ? labels[index] : "\(index + 1)")
        }
    }

    /// Reads a value, such as an argument, to write it to another place.
    package func withReader<R>(of value: WrappedValue?, _ body: (ValueReader) throws -> R) throws -> R {
        let value = value ?? WrappedValue(PlannedValue(.value(.null)))
        return try withExtendedLifetime(value) { try body(ValueReader(source, position: value.planned.position)) }
    }

    /// The result of the call from a value that a script returned; throws ``ConversionError`` if it does not fit.
    package func result(_ value: WrappedValue) throws -> AnyObject? {
        func read<T>(_: T.Type) throws -> AnyObject? {
            let value = try self.read(value, as: T.self)
            return T.self == Void.self || isNothing(value) ? nil : boxed(unwrappedValue(value))
        }
        return try _openExistential(resultType, do: read)
    }
}

/// A wrapper that this program can call.
package protocol CallableWrapFunction: WrapFunction {
    /// Returns the result of the call, in a box if it is not an object; nil for no result.
    func call(_ call: WrappedCall) throws -> AnyObject?
}

extension PlannedArguments {
    var wrapped: [WrappedValue?] { values.map { $0.map(WrappedValue.init) } }
}

extension Generation {
    /// Calls a method through its wrappers.
    func call(
        _ callable: Callable, on receiver: AnyObject, _ arguments: [WrappedValue?], through wraps: [MethodWrap]
    ) throws -> AnyObject? {
        let signature = callable.signature
        let title = "\(typeName(dynamicType(of: receiver))).\(signature.name)"
        let member = WrappedCall.Member(
            title: title, labels: signature.arguments.map(\.label), leftOut: signature.arguments.map(\.leftOut),
            resultType: callable.resultType)
        return try WrappedCall.run(wraps[...], member, on: receiver, arguments, self) { arguments in
            try self.callDirectly(callable, on: receiver, PlannedArguments(arguments.map { $0?.planned }))
        }
    }
}

extension MethodWrappers {
    /// Reads a value that a script has returned as a type; throws ``ConversionError`` if it does not fit.
    package func read<T>(_ value: WrappedValue, as type: T.Type) throws -> T {
        guard let current else { throw ContainerError(.containerEnded(nil, at: nil, isShutDown: false)) }
        return try Resolution.current.resolving(in: current, whileEnding: true) { generation in
            try WrappedCall.read(value, as: type, from: generation.source)
        }
    }

    /// The same error with the secrets of the container masked in its messages.
    package func masked(_ error: ContainerError) -> ContainerError {
        current?.peek { $0 }?.secrets.masked(error) ?? error
    }

    /// Calls a method of an object for a script, through its wrappers; returns false, without a call, if it has none.
    package func call(_ callable: Callable, on receiver: AnyObject, _ call: Call) throws -> Bool {
        let wraps = wraps(of: receiver, callable.signature.name)
        guard !wraps.isEmpty, let current else { return false }
        let arguments = try callable.signature.arguments.indices.map {
            try call.argument($0).map { try WrappedValue($0) }
        }
        let result = try call.runUserCode {
            try Resolution.current.resolving(in: current, whileEnding: true) { generation in
                try generation.call(callable, on: receiver, arguments, through: wraps)
            }
        }
        try call.source.deliver(result) { try call.result.deliver(object: $0) }
        return true
    }

    /// Calls a member that is declared with `@Overridable` through its wrappers.
    package func call<R>(
        _ member: String, _ result: R.Type, on owner: AnyObject, _ arguments: [WrappedValue?],
        _ body: @escaping (WrappedCall) throws -> R
    ) throws -> R {
        let wraps = wraps(of: owner, member)
        guard let current else { throw ContainerError(.containerEnded(nil, at: nil, isShutDown: false)) }
        return try Resolution.current.resolving(in: current, whileEnding: true) { generation in
            let title = "\(typeName(dynamicType(of: owner))).\(member)"
            let labels = arguments.indices.map { "\($0 + 1)" }
            let described = WrappedCall.Member(title: title, labels: labels, resultType: R.self)
            let first = WrappedCall(
                title: title, labels: labels, leftOut: [], resultType: R.self, receiver: owner, arguments: arguments,
                original: { _ in nil }, generation: generation)
            let object = try WrappedCall.run(wraps[...], described, on: owner, arguments, generation) { given in
                let result = try body(first.with(given))
                return R.self == Void.self || isNothing(result) ? nil : boxed(unwrappedValue(result))
            }
            return try first.read(WrappedValue(object: object), as: R.self)
        }
    }
}

extension WrappedCall {
    /// The same call with other arguments.
    fileprivate func with(_ arguments: [WrappedValue?]) -> WrappedCall {
        WrappedCall(
            title: title, labels: labels, leftOut: leftOut, resultType: resultType, receiver: receiver,
            arguments: arguments, original: original, generation: generation)
    }
}

extension ValueWriter {
    /// Writes the object that represents the result of a call: converted for a script, unchanged for a build.
    fileprivate func deliver(object: AnyObject?) throws {
        guard let object else { return try sink.writeNull(at: slot) }
        if !sink.keepsValuesWhole, let value = (object as? AnyValueBox)?.anyValue as? any Convertible {
            return try value.write(to: self)
        }
        try sink.write(object: object, at: slot)
    }
}
