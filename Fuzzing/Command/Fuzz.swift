import FuzzTargets

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The target that the environment names; libFuzzer takes the whole command line for itself.
private let target: FuzzTarget = {
    if let name = getenv("FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) { return target }
    print("FUZZ_TARGET must be one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(2)
}()

/// What libFuzzer, which has the main function, calls with each input.
@_cdecl("LLVMFuzzerTestOneInput") public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
        try target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        print("found: \(error)")
        fflush(nil)
        // It is the end of the process that libFuzzer notices.
        abort()
    }
    return 0
}
