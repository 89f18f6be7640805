import Foundation

#if os(Linux)
    /// The bytes of the process that lie in memory.
    package func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
#endif

/// Whether the address sanitizer watches, which keeps freed memory for a while: then the process grows without a leak.
package let keepsFreedMemory = dlsym(nil, "__asan_init") != nil
