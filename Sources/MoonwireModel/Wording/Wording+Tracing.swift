/// The annotations of builds in a trace.
package enum TraceRemark {
    case neededBy([String])
    case notEnded
    case failed
    case waits
    case thread(Int)
    case task(Int)
    case generation(Int)

    package var text: String {
        switch self {
        case .neededBy(let path): "needed by \(path.joined(separator: " -> "))"
        case .notEnded: "not ended"
        case .failed: "failed"
        case .waits: "waits for another build"
        case .thread(let number): "thread \(number)"
        case .task(let number): "task \(number)"
        case .generation(let number): "generation \(number)"
        }
    }
}
