import MoonwireSupport
import Testing

/// The issues that `body` records, which then do not make the test fail.
func recordedIssues(_ body: () async throws -> Void) async throws -> [Issue] {
    let found = Lock<[Issue]>([])
    try await withKnownIssue(isIntermittent: true) {
        try await body()
    } matching: { issue in
        found.withLock { $0.append(issue) }
        return true
    }
    return found.withLock { $0 }
}
