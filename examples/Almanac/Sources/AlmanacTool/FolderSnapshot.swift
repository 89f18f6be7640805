import AlmanacParts
import Foundation
import Moonwire

/// The source files of a site, without scripts, and their states at a moment.
struct FolderSnapshot: Equatable {
    private struct File: Equatable {
        let number: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    private var files: [String: File] = [:]

    /// A file that cannot be read is missing, and is read again the next time.
    init(_ container: Container, folder: String) {
        let pages = (try? container.resolve(FolderReader.self).paths()) ?? []
        let extras = (try? container.tagged("site.extra", as: (any SiteExtra).self)) ?? []
        for path in pages { add("\(folder)/\(path)") }
        for path in extras.flatMap(\.sources) { add(path) }
        add("\(folder)/\(PreferenceFile.name)")
    }

    private mutating func add(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        files[path] = File(
            number: UInt64(status.st_ino), size: Int(status.st_size), seconds: changed.tv_sec,
            nanoseconds: changed.tv_nsec)
    }
}
