import Foundation

#if os(Linux)
    /// The memory of the process in bytes: the resident size or, under a sanitizer, which keeps freed memory for a while, the
    /// allocated size.
    package func heldBytes() throws -> Int {
        if let allocated = allocatedBytes { return allocated() }
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The allocated size of a sanitizer; nil without one.
    private let allocatedBytes: (@convention(c) () -> Int)? = dlsym(nil, "__sanitizer_get_current_allocated_bytes").map
    {
        unsafeBitCast($0, to: (@convention(c) () -> Int).self)
    }
#endif
