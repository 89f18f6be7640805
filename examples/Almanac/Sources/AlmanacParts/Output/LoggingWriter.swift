import Moonwire

/// Logs the files that another writer writes.
///
/// - Exposes: write
public final class LoggingWriter: SiteWriting, Exposed {
    private let inner: any SiteWriting
    private let log: BuildLog

    init(inner: any SiteWriting, log: BuildLog) {
        self.inner = inner
        self.log = log
    }

    public func write(_ site: Site) throws -> Publication {
        let publication = try inner.write(site)
        for path in publication.written { log.note("  wrote \(path)") }
        for path in publication.removed { log.note("  removed \(path)") }
        return publication
    }
}
