import Foundation

#if os(Linux)
    /// The bytes that the process holds: what lies in memory, or, under a sanitizer, which keeps freed memory for a
    /// while, what is allocated.
    package func heldBytes() throws -> Int {
        if let allocated = allocatedBytes { return allocated() }
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// What the allocator of a sanitizer says; nil without one.
    private let allocatedBytes: (@convention(c) () -> Int)? = dlsym(nil, "__sanitizer_get_current_allocated_bytes").map
    {
        unsafeBitCast($0, to: (@convention(c) () -> Int).self)
    }
#endif
