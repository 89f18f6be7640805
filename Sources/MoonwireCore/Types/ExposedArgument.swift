public import MoonwireValues

/// An argument of an exposed initializer or method: its label and its default, if it has one.
///
/// An argument without a default can be written as a string: `Initializer("brand", ExposedArgument("cylinders", default: 4)) { … }`.
public struct ExposedArgument<Value>: Sendable, ExpressibleByStringLiteral {
    /// The label, by which scripts name the argument.
    public let label: String
    @usableFromInline let defaultValue: (@Sendable () -> Value)?

    /// Creates an argument with a label and without a default.
    public init(stringLiteral label: String) {
        self.label = label
        defaultValue = nil
    }

    /// Creates an argument with a label and without a default.
    public init(_ label: String) {
        self.label = label
        defaultValue = nil
    }

    /// Creates an argument that can be omitted; `value` is evaluated for each call that omits it.
    public init(_ label: String, default value: @escaping @Sendable @autoclosure () -> Value) {
        self.label = label
        defaultValue = value
    }
}

extension ExposedArgument where Value: Convertible {
    @inlinable @inline(__always) func read(_ index: inout Int, of call: Call) throws -> Value {
        defer { index += 1 }
        let position = call.source.argument(index, of: call.arguments)
        do {
            guard position != 0 else { return try leftOut(of: call) }
            return try Value.read(from: call.source, at: position)
        } catch {
            throw call.source.leaving(with: error, at: label)
        }
    }

    /// An omitted optional argument is nil; any other needs a default, or is one that the container passes.
    @inline(never) @usableFromInline func leftOut(of call: Call) throws -> Value {
        if let value = call.runUserCode(valueLeftOut) { return value }
        if let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value { return none }
        throw ConversionError(.missing)
    }

    func description() -> ArgumentDescription {
        ArgumentDescription(
            label: label, type: typeName(Value.self), shape: Value.shape,
            hasDefault: canBeLeftOut, swiftType: SwiftType(Value.self),
            leftOut: LeftOutValue(valueLeftOut))
    }
}

extension ExposedArgument {
    /// Whether the argument has a default, or is one that the container passes.
    var canBeLeftOut: Bool { defaultValue != nil || Value.self is any PassedByContainer.Type }

    /// The default, or what the container passes; nil if there is none.
    @Sendable func valueLeftOut() -> Value? {
        if let defaultValue { return defaultValue() }
        return (Value.self as? any PassedByContainer.Type)?.passed as? Value
    }
}

/// The type of an argument that the container passes if a definition omits it.
protocol PassedByContainer {
    /// The value for the service under construction; nil outside of a build.
    static var passed: Self? { get }
}
