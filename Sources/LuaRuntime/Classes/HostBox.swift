internal import MoonwireSupport
public import MoonwireValues

/// A struct that scripts and Swift can change in place.
///
///     let box = HostBox(Vector(x: 1, y: 2))
///     try lua.setGlobal("v", to: box)
///     try lua.run("v:scale(2)", name: "v.lua")
///     let vector = try box.value
///
/// Using the value during a change, on the same thread or on another one, is an ``HostClass/AccessConflict``.
public final class HostBox<Wrapped> {
    /// The number of threads that copy the value; negative while it is being changed.
    private let access = Atomic<Int>(0)
    private var wrapped: Wrapped

    /// Creates a box.
    ///
    /// - Parameter value: The value.
    public init(_ value: Wrapped) {
        wrapped = value
    }

    /// A copy of the value.
    public var value: Wrapped {
        get throws {
            try enter { $0 < 0 ? nil : $0 + 1 }
            defer { access.wrappingSubtract(1, ordering: .releasing) }
            return wrapped
        }
    }

    /// Changes the value in place.
    ///
    /// - Parameter body: Changes the value.
    /// - Returns: What the body returns.
    /// - Throws: ``HostClass/AccessConflict`` during another change, or what the body throws.
    public func change<R>(_ body: (inout Wrapped) throws -> R) throws -> R {
        try enter { $0 < 0 ? nil : $0 == 0 ? -1 : 0 }
        defer { access.store(0, ordering: .releasing) }
        return try body(&wrapped)
    }

    /// Repeats until `step` returns another number than zero, because copies end soon; nil is a conflict.
    private func enter(_ step: (Int) -> Int?) throws {
        while true {
            let now = access.load(ordering: .relaxed)
            guard let next = step(now) else { throw HostClass.AccessConflict(type: typeName(Wrapped.self)) }
            guard next != 0 else { continue }
            if access.compareExchange(expected: now, desired: next, ordering: .acquiring).exchanged { return }
        }
    }
}

// @unchecked: `access` allows either one thread to change the value or any number to copy it.
extension HostBox: @unchecked Sendable where Wrapped: Sendable {}

extension HostBox: AnyBox {
    /// The type of the value.
    public static var valueType: Any.Type { Wrapped.self }
}

/// A ``HostBox`` of any type.
protocol AnyHostBox: AnyBox {
    /// An object with the current value.
    func copy() throws -> AnyObject
}

extension HostBox: AnyHostBox {
    func copy() throws -> AnyObject { boxed(try value) }
}

extension HostBox: Convertible where Wrapped: HostObject {
    /// Reads a box.
    ///
    /// - Parameter reader: The value.
    /// - Returns: The box.
    /// - Throws: ``ConversionError`` for any other value.
    public static func read(from reader: ValueReader) throws -> HostBox {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Wrapped.self)
        }
        if let box = object as? HostBox { return box }
        if object is ValueBox<Wrapped> {
            throw ConversionError(.custom("is an immutable \(typeName(Wrapped.self))"))
        }
        throw reader.mismatch(type: Wrapped.self, found: object)
    }

    /// Writes the box.
    ///
    /// - Parameter writer: The destination.
    /// - Throws: ``ConversionError`` when the destination does not accept objects.
    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    /// The shape of the value.
    public static var shape: ValueShape { Wrapped.shape }
}

extension HostClass {
    /// A struct was used during a change to it.
    public struct AccessConflict: Error, Sendable, Hashable, CustomStringConvertible {
        /// The name of the struct.
        public let type: String

        /// What happened.
        public var description: String { "\(type) is being changed by a call that has not returned" }
    }
}

extension HostClass.AccessConflict: MistakeInCall {}
