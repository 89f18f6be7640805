public import MoonwireValues

/// An object that scripts have during one call only.
///
///     try handler.call(HostLoan(request))
///
/// The loan ends with the call into scripts that passes the object. Using the object later, or in another call at the same time, is an
/// error that names its class. An object that scripts already keep stays theirs.
///
/// Objects of a type that is not `Sendable` are always lent; see ``HostClass``.
public struct HostLoan<Object: AnyObject & Convertible> {
    /// The object.
    public let object: Object

    /// Creates a loan.
    ///
    /// - Parameter object: The object.
    public init(_ object: Object) {
        self.object = object
    }
}

extension HostLoan: Sendable where Object: Sendable {}

extension HostLoan: Convertible {
    /// Reads an object.
    ///
    /// - Parameter reader: The value.
    /// - Returns: The loan.
    /// - Throws: ``ConversionError`` for any other value.
    public static func read(from reader: ValueReader) throws -> HostLoan { HostLoan(try Object.read(from: reader)) }

    /// Writes the object.
    ///
    /// - Parameter writer: The destination.
    /// - Throws: ``ConversionError`` when the destination does not accept objects.
    public func write(to writer: ValueWriter) throws {
        guard let stack = writer.sink as? LuaStack else { return try object.write(to: writer) }
        try stack.push(scoped: object)
    }

    /// The shape of the object.
    public static var shape: ValueShape { Object.shape }
}
