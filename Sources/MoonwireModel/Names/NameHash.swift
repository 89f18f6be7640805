/// A hash of a name's bytes, eight bytes at a time.
///
/// It differs in each process, so that scripts cannot contain thousands of ids with the same hash.
package enum NameHash {
    @usableFromInline package static let seed = UInt64.random(in: .min ... .max)

    @inlinable package static func of(_ name: String) -> UInt64 {
        // Without a copy of the string, which would retain it.
        if let hash = name.utf8.withContiguousStorageIfAvailable({ of($0) }) { return hash }
        var name = name
        return name.withUTF8 { of($0) }
    }

    @inlinable static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
        let start = UnsafeRawPointer(bytes.baseAddress)
        var offset = 0
        while let start, offset + 8 <= bytes.count {
            hash = mix(hash ^ start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        if let start, offset > 0 {
            // The last eight bytes, some of them again: one load instead of a loop.
            rest = start.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        } else {
            for byte in bytes { rest = rest << 8 | UInt64(byte) }
        }
        return mix(hash ^ rest)
    }

    @inlinable @inline(__always) package static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
