import AlmanacParts
import Foundation
import Moonwire

/// Builds the site, once or repeatedly, and reports the result.
struct Builder {
    let container: Container
    let folder: String
    let remarks = Remarks()

    init(_ call: BuildCall) throws {
        var job = call.job
        job.log = Terminal.log
        folder = job.folder
        container = try Almanac.container(for: job)
        remarks.tell(of: container)
        for (name, text) in call.settings { try container.preferences.set(name, to: Self.value(text)) }
    }

    func build() throws {
        let start = ContinuousClock.now
        defer { remarks.tell(of: container) }
        let publication = try container.resolve(.publication)
        Terminal.log.end()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        Terminal.say(
            "\(publication.folder): \(Self.counted(publication.pageCount, "page")) in "
                + String(format: "%.2f", seconds) + " s, \(Self.counted(publication.written.count, "file")) written, "
                + "\(publication.unchangedCount) unchanged, \(publication.removed.count) removed")
    }

    /// Problems of pages are shown as they are; the services under construction do not help the reader.
    static func message(of error: any Error) -> String {
        guard let error = error as? ContainerError else { return "\(error)" }
        switch error.underlying {
        case let problem as Problem: return "\(problem)"
        case let problems as Problems: return "\(problems)"
        default: return "\(error)"
        }
    }

    private static func value(_ text: String) -> PlainValue { Int64(text).map { .integer($0) } ?? .text(text) }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
