public import MoonwireValues

/// An object that scripts have during one call only: using it later is an error that names its class.
///
///     try handler.call(Scoped(request))
///
/// The loan ends with the call into scripts by which the object was handed over: what scripts stored of it is empty from
/// then on, and empty to all other calls meanwhile. An object that scripts were given for good before stays theirs.
///
/// What is described as not `Sendable` is lent so without being asked for: see ``ObjectClass``.
public struct Scoped<Object: AnyObject & Convertible> {
    public let object: Object

    public init(_ object: Object) {
        self.object = object
    }
}

extension Scoped: Sendable where Object: Sendable {}

extension Scoped: Convertible {
    public static func read(from reader: ValueReader) throws -> Scoped { Scoped(try Object.read(from: reader)) }

    public func write(to writer: ValueWriter) throws {
        guard let stack = writer.sink as? LuaStack else { return try object.write(to: writer) }
        try stack.push(scoped: object)
    }

    public static var shape: ValueShape { Object.shape }
}
