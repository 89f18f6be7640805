#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where a Swift function's result goes: an interpreter's stack, or the place that a build reads.
///
/// A slot is opaque, like a ``ValueSource`` position. Each write puts exactly one value there.
public protocol ValueSink: AnyObject {
    func writeNull(at slot: Int) throws
    func write(_ value: Bool, at slot: Int) throws
    func write(_ value: Int64, at slot: Int) throws
    func write(_ value: Double, at slot: Int) throws
    func write(_ value: String, at slot: Int) throws
    func write(_ value: Data, at slot: Int) throws
    func write(object: AnyObject, at slot: Int) throws
    /// Writes a list of `count` elements, each by one call of `element`.
    func writeList(count: Int, at slot: Int, element: (Int, ValueWriter) throws -> Void) throws
    /// Writes a map of `count` entries, each by one call of `entry`, which writes the key, then the value.
    func writeMap(count: Int, at slot: Int, entry: (Int, _ key: ValueWriter, _ value: ValueWriter) throws -> Void) throws
}

/// Writes one value into its place.
@frozen public struct ValueWriter {
    public unowned(unsafe) let sink: any ValueSink
    public let slot: Int

    @inlinable public init(_ sink: any ValueSink, slot: Int) {
        self.sink = sink
        self.slot = slot
    }
}
