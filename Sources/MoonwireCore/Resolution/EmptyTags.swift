import MoonwireSupport
import MoonwireValues

/// The tags without services that were collected at run time.
///
/// Each is reported once, because its name may be misspelled.
final class EmptyTags: Sendable {
    /// A script may collect any number of names.
    private static let mostReports = 100
    /// Hashes of the names, which may be long.
    private let reported = Lock<Set<Int>>([])

    /// Whether the tag must be reported; false from then on.
    fileprivate func isNew(_ tag: String) -> Bool {
        reported.withLock { $0.count < Self.mostReports && $0.insert(tag.hashValue).inserted }
    }
}

extension Generation {
    /// Reports that a tag without services is collected.
    func reportEmpty(_ tag: String, at location: ScriptLocation? = nil) {
        guard reports.emptyTags.isNew(tag) else { return }
        let near = plan.graph.names.tagsWhileRunning.nearest(to: tag)
        reports.diagnostics.report(secrets.masked([.nobodyHasTag(tag, near: near, at: location)]))
    }
}
