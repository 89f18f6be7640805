import Foundation
import Moonwire

/// Which wiring serves, since when, by which reload, and whether a later edit was refused.
struct ServingWiring: Encodable {
    let generation: Int
    let since: String
    /// What has adopted it: a watch, a signal, an attachment, a call, a rollback, or the start of the program.
    let by: String
    /// Why it is not the wiring of the files, if it is not.
    let degraded: String?

    init(_ container: Container) {
        let current = container.generations.first(where: \.isCurrent)
        let adopted = container.reloadLog.last { $0.plan != nil }
        generation = current?.number ?? 0
        since = (current?.date ?? .distantPast).formatted(.iso8601)
        by = adopted?.origin ?? "start"
        degraded = container.refusedReload.map { refused in
            let faults = refused.error.diagnostics
            let reason = faults.first.map { fault in
                "\(fault.location.map { "\($0): " } ?? "")\(fault.message)"
            }
            return "the edit of \(refused.date.formatted(.iso8601)) was refused: \(reason ?? "\(refused.error)")"
        }
    }

    /// All of it in words.
    var line: String {
        "generation \(generation) since \(since), by \(by)" + (degraded.map { "; degraded: \($0)" } ?? "")
    }
}

extension ReloadRecord {
    /// What requested it, in one word.
    var origin: String { isRollback ? "rollback" : source.rawValue }
}
