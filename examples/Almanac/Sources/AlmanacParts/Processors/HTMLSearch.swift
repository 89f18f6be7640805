extension Substring {
    /// Where a piece of HTML stands that begins with `<`.
    func range(ofTag tag: String) -> Range<Index>? {
        let wanted = Array(tag.utf8)
        return firstTag { $0.starts(with: wanted) }.map { $0..<utf8.index($0, offsetBy: wanted.count) }
    }

    /// Where the first tag begins that is of the sort that is wanted; byte by byte, as this is where the time goes.
    func firstTag(where isWanted: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool) -> Index? {
        let offset = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.indices.first { bytes[$0] == UInt8(ascii: "<") && isWanted(bytes[$0...]) }
        }
        guard let offset else { return Substring(String(self)).firstTag(where: isWanted) }
        return offset.map { utf8.index(startIndex, offsetBy: $0) }
    }
}
