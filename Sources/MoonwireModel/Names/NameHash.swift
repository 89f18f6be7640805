/// A hash of a name's bytes, eight bytes at a time.
///
/// It differs in each process, so that scripts cannot contain thousands of ids with the same hash.
package enum NameHash {
    @usableFromInline package static let seed = UInt64.random(in: .min ... .max)

    @inlinable package static func of(_ name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { bytes in
            var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
            let start = UnsafeRawPointer(bytes.baseAddress)
            var offset = 0
            while let start, offset + 8 <= bytes.count {
                hash = mix(hash ^ start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            var rest: UInt64 = 0
            while offset < bytes.count {
                rest = rest << 8 | UInt64(bytes[offset])
                offset += 1
            }
            return mix(hash ^ rest)
        }
    }

    @inlinable @inline(__always) package static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
