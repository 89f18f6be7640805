import FuzzTargets

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The target in the environment; libFuzzer uses the whole command line.
private let target: FuzzTarget = {
    if let name = getenv("FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) { return target }
    print("FUZZ_TARGET must be one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(2)
}()

/// Called with each input by libFuzzer, which contains the main function.
@_cdecl("LLVMFuzzerTestOneInput") public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
        try target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        print("found: \(error)")
        fflush(nil)
        // libFuzzer detects the end of the process.
        abort()
    }
    return 0
}
