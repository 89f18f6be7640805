internal import MoonwireSupport
public import MoonwireValues

/// A struct that scripts and Swift change in place, one at a time.
///
///     let box = MutableBox(Vector(x: 1, y: 2))
///     try lua.setGlobal("v", box)
///     try lua.run("v:scale(2)", name: "v.lua")
///     let vector = try box.value
///
/// Whoever wants the value while a change is under way, on the same thread or on another one, gets ``AccessConflict``.
public final class MutableBox<Wrapped> {
    /// How many copy the value just now; below zero while it is being changed.
    private let access = Atomic<Int>(0)
    private var wrapped: Wrapped

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
    public func change<R>(_ body: (inout Wrapped) throws -> R) throws -> R {
        try enter { $0 < 0 ? nil : $0 == 0 ? -1 : 0 }
        defer { access.store(0, ordering: .releasing) }
        return try body(&wrapped)
    }

    /// Asks until `step` answers with another number than there is; nil is a conflict. Copies are over soon.
    private func enter(_ step: (Int) -> Int?) throws {
        while true {
            let now = access.load(ordering: .relaxed)
            guard let next = step(now) else { throw AccessConflict(type: typeName(Wrapped.self)) }
            guard next != 0 else { continue }
            if access.compareExchange(expected: now, desired: next, ordering: .acquiring).exchanged { return }
        }
    }
}

// @unchecked: `access` lets either one change the value or any number copy it.
extension MutableBox: @unchecked Sendable where Wrapped: Sendable {}

extension MutableBox: AnyBox {
    public static var valueType: Any.Type { Wrapped.self }
}

/// A ``MutableBox`` of whatever type.
protocol AnyMutableBox: AnyBox {
    /// An object for what the value is now.
    func copy() throws -> AnyObject
}

extension MutableBox: AnyMutableBox {
    func copy() throws -> AnyObject { boxed(try value) }
}

extension MutableBox: Convertible where Wrapped: LuaObject {
    public static func read(from reader: ValueReader) throws -> MutableBox {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Wrapped.self)
        }
        if let box = object as? MutableBox { return box }
        if object is ValueBox<Wrapped> {
            throw ConversionError(.custom("is an immutable \(typeName(Wrapped.self))"))
        }
        throw reader.mismatch(type: Wrapped.self, found: object)
    }

    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    public static var shape: ValueShape { Wrapped.shape }
}

/// A struct was wanted in the middle of a change to it.
public struct AccessConflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the struct.
    public let type: String

    public var description: String { "\(type) is being changed by a call that has not returned" }
}
