internal import CLuaShim
internal import MoonwireValues

/// Lists that cross as a whole.
extension LuaStack {
    public func wholeCount(at position: Int) -> Int? {
        let table = Int32(truncatingIfNeeded: position)
        return mw_type(thread, table) == MW_MAP ? Int(mw_raw_length(thread, table)) : nil
    }

    public func copyIntegers(at position: Int, to elements: UnsafeMutablePointer<Int64>, count: Int) throws -> Bool {
        try copying(count) {
            mw_read_integers(thread, Int32(truncatingIfNeeded: position), elements, Int64(count)) ? count : 0
        } == count
    }

    public func copyNumbers(at position: Int, to elements: UnsafeMutablePointer<Double>, count: Int) throws -> Bool {
        try copying(count) {
            mw_read_numbers(thread, Int32(truncatingIfNeeded: position), elements, Int64(count)) ? count : 0
        } == count
    }

    public func copyTexts(at position: Int, to elements: UnsafeMutablePointer<String>, count: Int) throws -> Int {
        let table = Int32(truncatingIfNeeded: position)
        return try copying(count) {
            guard !mw_has_more_keys(thread, table, Int64(count)) else { return 0 }
            return withUnsafeTemporaryAllocation(of: mw_string.self, capacity: Self.batch) { texts in
                guard let texts = texts.baseAddress else { return 0 }
                var copied = 0
                while copied < count {
                    let wanted = min(Self.batch, count - copied)
                    let found = copyBatch(of: table, from: copied + 1, texts, to: elements + copied, wanted)
                    copied += found
                    if found < wanted { break }
                }
                return copied
            }
        }
    }

    /// So many texts are looked up at once.
    private static let batch = 16

    /// Answers how many there are before something that cannot be copied.
    private func copyBatch(
        of table: Int32, from first: Int, _ texts: UnsafeMutablePointer<mw_string>,
        to elements: UnsafeMutablePointer<String>, _ count: Int
    ) -> Int {
        let found = mw_read_strings(thread, table, Int64(first), texts, Int32(truncatingIfNeeded: count))
        for index in 0..<Int(found) {
            let text = texts[index]
            guard admits(text: text.length), let element = decoded(text.bytes, text.length) else { return index }
            (elements + index).initialize(to: element)
        }
        return Int(found)
    }

    /// What was not copied to its end is read again one by one, and must not count twice.
    private func copying(_ count: Int, _ copy: () -> Int) throws -> Int {
        try reserve(20)
        let before = conversion
        try descendIntoScript(count)
        let copied = copy()
        if copied == count { ascend() } else { conversion = before }
        return copied
    }

    public func write(integers: UnsafeBufferPointer<Int64>, at slot: Int) throws -> Bool {
        try writeWhole(integers) { mw_push_integers(thread, $0, integers.count) }
    }

    public func write(numbers: UnsafeBufferPointer<Double>, at slot: Int) throws -> Bool {
        try writeWhole(numbers) { mw_push_numbers(thread, $0, numbers.count) }
    }

    private func writeWhole<Element>(
        _ elements: UnsafeBufferPointer<Element>, _ push: (UnsafePointer<Element>) -> Void
    ) throws -> Bool {
        guard let start = elements.baseAddress else { return false }
        try reserve(4)
        try descend(elements.count)
        push(start)
        ascend()
        return true
    }

    public func write(texts: UnsafeBufferPointer<String>, at slot: Int) throws -> Bool {
        try reserve(4)
        try descend(texts.count)
        defer { ascend() }
        mw_new_list(thread, texts.count)
        let table = mw_top(thread)
        for index in texts.indices {
            var text = texts[index]
            try text.withUTF8 { bytes in
                try within("\(index + 1)") { try admit(text: bytes.count) }
                mw_add_string(thread, table, Int64(index + 1), bytes.baseAddress, bytes.count)
            }
        }
        return true
    }

    public var canDescend: Bool { mw_can_descend() }
}
