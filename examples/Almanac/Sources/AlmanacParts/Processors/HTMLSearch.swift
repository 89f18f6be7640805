extension Substring {
    /// The position of HTML that begins with `<`.
    func range(ofTag tag: String) -> Range<Index>? {
        let wanted = Array(tag.utf8)
        return firstTag { $0.starts(with: wanted) }.map { $0..<utf8.index($0, offsetBy: wanted.count) }
    }

    /// The start of the first tag of the requested kind; compares bytes, because this takes most of the time.
    func firstTag(where isWanted: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool) -> Index? {
        let offset = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.indices.first { bytes[$0] == UInt8(ascii: "<") && isWanted(bytes[$0...]) }
        }
        guard let offset else { return Substring(String(self)).firstTag(where: isWanted) }
        return offset.map { utf8.index(startIndex, offsetBy: $0) }
    }
}
