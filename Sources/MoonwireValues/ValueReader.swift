public import MoonwireSupport

/// Reads one value from its source as the requested type.
@frozen public struct ValueReader {
    /// Where the value is.
    @usableFromInline package let source: any ValueSource
    /// The position in the source.
    @usableFromInline package let position: Int

    /// Creates a reader of the value at a position.
    @inlinable package init(_ source: any ValueSource, position: Int) {
        self.source = source
        self.position = position
    }

    /// The kind of the value.
    @inlinable public var kind: ValueKind {
        get throws { try source.kind(at: position) }
    }

    /// Whether the value is nil.
    @inlinable public var isNull: Bool {
        get throws { try source.isNull(at: position) }
    }

    /// Returns the value as a Boolean.
    @inlinable public func boolean() throws -> Bool {
        guard let value = try source.boolean(at: position) else { throw mismatch(.boolean) }
        return value
    }

    /// Returns the value as an integer.
    @inlinable public func integer() throws -> Int64 {
        guard let value = try source.integer(at: position) else { throw mismatch(.integer) }
        return value
    }

    /// Returns the value as a number.
    @inlinable public func number() throws -> Double {
        guard let value = try source.number(at: position) else { throw mismatch(.number) }
        return value
    }

    /// Returns the value as a string.
    @inlinable public func string() throws -> String {
        guard let value = try source.string(at: position) else { throw mismatch(.text) }
        return value
    }

    /// Returns the bytes of the value, which is a string.
    @inlinable public func data() throws -> Data {
        guard let value = try source.data(at: position) else { throw mismatch(.text) }
        return value
    }

    /// Returns the object, or the box of a value.
    @inlinable public func object() throws -> AnyObject {
        guard let value = try source.object(at: position) else { throw mismatch(.object) }
        return value
    }

    /// Calls `body` for each element of the value, which is a list.
    @inlinable public func forEachElement(_ body: (ValueReader) throws -> Void) throws {
        guard try source.forEachElement(at: position, body) else { throw mismatch(.list) }
    }

    /// Calls `body` for each entry of the value, which is a map.
    @inlinable public func forEachEntry(_ body: (_ key: ValueReader, _ value: ValueReader) throws -> Void) throws {
        guard try source.forEachEntry(at: position, body) else { throw mismatch(.map) }
    }

    /// Returns the error for a value that is not of the expected kind.
    @inline(never) public func mismatch(_ expected: ValueKind) -> any Error {
        do {
            let found = try kind
            if expected == .text, found == .text { return ConversionError(.notUnicode) }
            return ConversionError(.kind(expected: expected.phrase, found: try described(found)))
        } catch {
            return error
        }
    }

    /// The string, or nil, for types that accept strings among other kinds.
    package func text() throws -> String? { try source.string(at: position) }

    /// The error for a value of the right kind that the requested type does not accept.
    @inline(never) package func mismatch(_ expected: String) -> any Error {
        do {
            return ConversionError(.range(expected: expected, found: try described(kind)))
        } catch {
            return error
        }
    }

    /// Returns the error for an object that is not of the expected type.
    @inline(never) public func mismatch(type: Any.Type) -> any Error {
        do {
            let found = try kind
            return ConversionError(.kind(expected: typeName(type), found: try described(found)))
        } catch {
            return error
        }
    }

    /// Returns the error for an object that is not of the expected type and was already read.
    @inline(never) public func mismatch(type: Any.Type, found object: AnyObject) -> any Error {
        ConversionError(.kind(expected: typeName(type), found: typeName(Swift.type(of: object))))
    }

    /// Returns the value as messages show it: `the string "yes"`.
    @inline(never) public func described(_ kind: ValueKind) throws -> String {
        if source.isSecret(at: position) { return "a secret" }
        return switch kind {
        case .boolean: "the Boolean \(try boolean())"
        case .integer: "the integer \(try integer())"
        case .number: "the number \(try number())"
        case .text:
            try source.string(at: position).map { "the string \"\($0.shortened)\"" } ?? "a string that is not UTF-8"
        case .object: typeName(type(of: try object() as Any))
        default: kind.phrase
        }
    }
}

extension String {
    fileprivate var shortened: String {
        cutAtTheEnd(to: 40, mark: "...")
    }
}
