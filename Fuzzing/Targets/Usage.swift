#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The cost of a step: CPU time of the whole process, and the peak of its memory above that at the start.
struct Usage {
    let seconds: Double
    let bytes: Int

    /// Runs a step and measures it; memory on Linux only, elsewhere it is 0.
    static func of<R>(_ step: () throws -> R) rethrows -> (result: R, usage: Usage) {
        forgetPeak()
        let (memory, time) = (resident("VmRSS:"), processorTime)
        let result = try step()
        return (result, Usage(seconds: processorTime - time, bytes: max(resident("VmHWM:") - memory, 0)))
    }

    /// Writes a line into the file that the environment names, if any.
    func report(_ step: String) {
        guard let path = getenv("HOSTILE_REPORT"), let file = fopen(path, "a") else { return }
        fputs("\(seconds)\t\(bytes)\t\(step)\n", file)
        fclose(file)
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Resets the system's peak of memory.
    private static func forgetPeak() {
        #if os(Linux)
            guard let file = fopen("/proc/self/clear_refs", "w") else { return }
            fputs("5", file)
            fclose(file)
        #endif
    }

    private static func resident(_ field: String) -> Int {
        #if os(Linux)
            guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
                let line = status.split(separator: "\n").first(where: { $0.hasPrefix(field) }),
                let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
            else { return 0 }
            return kilobytes << 10
        #else
            return 0
        #endif
    }
}
