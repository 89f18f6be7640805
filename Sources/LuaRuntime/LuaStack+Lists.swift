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
            guard mw_count(thread, table) == count else { return 0 }
            for index in 0..<count {
                var length = 0
                guard let text = mw_text_element(thread, table, Int64(index + 1), &length), admits(text: length),
                    let element = decoded(text, length)
                else { return index }
                (elements + index).initialize(to: element)
            }
            return count
        }
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
        mw_new_table(thread, texts.count, 0)
        let table = mw_top(thread)
        for index in texts.indices {
            var text = texts[index]
            try text.withUTF8 { bytes in
                try within("\(index + 1)") { try admit(text: bytes.count) }
                mw_add_text(thread, table, Int64(index + 1), bytes.baseAddress, bytes.count)
            }
        }
        return true
    }

    public var canDescend: Bool { mw_can_descend() }
}
