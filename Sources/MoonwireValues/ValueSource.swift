#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where values lie before a typed Swift function takes them: an interpreter's stack, or the plan of a container.
///
/// A position is opaque: each source gives it its own meaning (a stack index, a node's address), zero never being one.
/// Every read answers nil when the value is of another kind; it throws only when getting at the value failed.
public protocol ValueSource: AnyObject {
    func kind(at position: Int) throws -> ValueKind
    /// Whether there is nothing, which is cheaper to tell than the kind.
    func isNull(at position: Int) throws -> Bool
    func boolean(at position: Int) throws -> Bool?
    /// An integer, also one written as a float without a fraction; texts are never converted.
    func integer(at position: Int) throws -> Int64?
    func number(at position: Int) throws -> Double?
    /// The text at the position, or nil when it is none or not valid UTF-8.
    func string(at position: Int) throws -> String?
    func data(at position: Int) throws -> Data?
    /// The object at the position; a struct arrives in its ``ValueBox``.
    func object(at position: Int) throws -> AnyObject?
    /// Visits the elements of a list in order; false when the value is no list. An empty table is a list.
    func forEachElement(at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool
    /// Visits the entries of a map, keys in sorted order; false when the value is no map. An empty table is a map.
    func forEachEntry(at position: Int, _ body: (_ key: ValueReader, _ value: ValueReader) throws -> Void) throws
        -> Bool
    /// The position of a call's argument, counted from zero, or zero when the caller gave none.
    func argument(_ index: Int, of call: Int) -> Int
    /// Whether the value must not be shown in messages.
    func isSecret(at position: Int) -> Bool
    /// Called around code of the application: whatever guards the source is given up meanwhile.
    func beginUserCode()
    func endUserCode()
}

extension ValueSource {
    public func isNull(at position: Int) throws -> Bool { try kind(at: position) == .null }
    public func isSecret(at position: Int) -> Bool { false }

    /// Runs code of the application, with nothing of ours held meanwhile.
    @inlinable @inline(__always) public func runUserCode<T>(_ body: () throws -> T) rethrows -> T {
        beginUserCode()
        defer { endUserCode() }
        return try body()
    }
}
