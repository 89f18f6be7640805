internal import CLuaShim
internal import MoonwireValues

/// Lists that are converted as a whole.
extension LuaStack {
    @usableFromInline package func wholeCount(at position: Int) -> Int? {
        let table = Int32(truncatingIfNeeded: position)
        return mw_type(thread, table) == MW_MAP ? Int(mw_raw_length(thread, table)) : nil
    }

    @usableFromInline package func copyIntegers(at position: Int, to elements: UnsafeMutablePointer<Int64>, count: Int)
        throws -> Bool
    {
        try copying(count) {
            mw_read_integers(thread, Int32(truncatingIfNeeded: position), elements, Int64(count)) ? count : 0
        } == count
    }

    @usableFromInline package func copyNumbers(at position: Int, to elements: UnsafeMutablePointer<Double>, count: Int)
        throws -> Bool
    {
        try copying(count) {
            mw_read_numbers(thread, Int32(truncatingIfNeeded: position), elements, Int64(count)) ? count : 0
        } == count
    }

    @usableFromInline package func copyTexts(at position: Int, to elements: UnsafeMutablePointer<String>, count: Int)
        throws -> Int
    {
        let table = Int32(truncatingIfNeeded: position)
        return try copying(count) {
            guard !mw_has_more_keys(thread, table, Int64(count)) else { return 0 }
            return withUnsafeTemporaryAllocation(of: mw_string.self, capacity: Self.batch) { strings in
                guard let strings = strings.baseAddress else { return 0 }
                var copied = 0
                while copied < count {
                    let wanted = min(Self.batch, count - copied)
                    let found = copyBatch(of: table, from: copied + 1, strings, to: elements + copied, wanted)
                    copied += found
                    if found < wanted { break }
                }
                return copied
            }
        }
    }

    /// The number of strings that are found at once.
    private static let batch = 16

    /// Returns the number of strings before a value that cannot be copied.
    private func copyBatch(
        of table: Int32, from first: Int, _ strings: UnsafeMutablePointer<mw_string>,
        to elements: UnsafeMutablePointer<String>, _ count: Int
    ) -> Int {
        let found = mw_read_strings(thread, table, Int64(first), strings, Int32(truncatingIfNeeded: count))
        for index in 0..<Int(found) {
            let string = strings[index]
            guard admits(stringBytes: string.length), let element = decoded(string.bytes, string.length) else {
                return index
            }
            (elements + index).initialize(to: element)
        }
        return Int(found)
    }

    /// Counts the elements.
    ///
    /// A list that was not copied completely is read again one by one, and must not count twice.
    private func copying(_ count: Int, _ copy: () -> Int) throws -> Int {
        try reserve(20)
        let before = conversion
        try descendIntoScript(count)
        let copied = copy()
        if copied == count { ascend() } else { conversion = before }
        return copied
    }

    @usableFromInline package func write(integers: UnsafeBufferPointer<Int64>, at slot: Int) throws -> Bool {
        try writeWhole(integers, at: slot) { mw_push_integers(thread, $0, integers.count) }
    }

    @usableFromInline package func write(numbers: UnsafeBufferPointer<Double>, at slot: Int) throws -> Bool {
        try writeWhole(numbers, at: slot) { mw_push_numbers(thread, $0, numbers.count) }
    }

    private func writeWhole<Element>(
        _ elements: UnsafeBufferPointer<Element>, at slot: Int, _ push: (UnsafePointer<Element>) -> Void
    ) throws -> Bool {
        guard let start = elements.baseAddress else { return false }
        try makeRoom(4, for: slot)
        try descend(elements.count)
        push(start)
        ascend()
        return true
    }

    @usableFromInline package func write(texts: UnsafeBufferPointer<String>, at slot: Int) throws -> Bool {
        try makeRoom(4, for: slot)
        try descend(texts.count)
        defer { ascend() }
        mw_new_list(thread, texts.count)
        let table = mw_top(thread)
        for index in texts.indices {
            var text = texts[index]
            try text.withUTF8 { bytes in
                try within("\(index + 1)") { try admit(stringBytes: bytes.count) }
                mw_add_string(thread, table, Int64(index + 1), bytes.baseAddress, bytes.count)
            }
        }
        return true
    }

    @usableFromInline package var canDescend: Bool { mw_can_descend() }
}
