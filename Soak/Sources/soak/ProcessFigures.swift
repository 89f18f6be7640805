import Foundation

/// The process's use of system resources.
struct ProcessFigures {
    let descriptors: Int
    /// Bytes in memory; nil if the system does not report it.
    let memory: Int?

    init() {
        // One of them is the folder that is being read.
        descriptors = ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd"))?.count ?? 1) - 1
        #if os(Linux)
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            memory = pages.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
        #else
            memory = nil
        #endif
    }

    var text: String { "\(descriptors) descriptors, \(memory.map { "\($0 >> 10) KiB" } ?? "unknown memory")" }
}
