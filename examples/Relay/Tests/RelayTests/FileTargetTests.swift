import Foundation
import Testing

@testable import RelayParts

/// Lines that many deliveries add to one file at the same time.
@Suite(.timeLimit(.minutes(1))) struct FileTargetTests {
    private let folder = Folder()

    /// The deliveries that fail, of events with these numbers.
    private func deliver(_ numbers: Range<Int>, to target: FileTarget) async -> [String] {
        await withTaskGroup { group in
            for number in numbers {
                group.addTask {
                    let payload = Payload(contentType: "text/plain", body: Data("line\n\(number)".utf8))
                    do {
                        try await target.deliver(Parcel(event: "e\(number)", attempt: 1, payload: payload))
                        return nil as String?
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
        }
    }

    private func events(in file: String) throws -> [String] {
        try folder.read(file).split(separator: "\n").map { line in
            try JSONDecoder().decode([String: String].self, from: Data(line.utf8))["event"] ?? ""
        }
    }

    @Test func eachLineIsWholeAndThereOnce() async throws {
        let target = FileTarget(name: "f", path: folder.path + "/f.jsonl")
        #expect(await deliver(0..<500, to: target) == [])
        #expect(await deliver(500..<1000, to: target) == [])
        #expect(try events(in: "f.jsonl").sorted() == (0..<1000).map { "e\($0)" }.sorted())
    }

    @Test func allWhoWaitLearnThatTheFileCannotBeWritten() async throws {
        let target = FileTarget(name: "f", path: folder.path + "/later/f.jsonl")
        let failures = await deliver(0..<100, to: target)
        #expect(failures.count == 100)
        #expect(failures.allSatisfy { $0.hasPrefix("\(folder.path)/later/f.jsonl cannot be written: ") })
        try FileManager.default.createDirectory(atPath: folder.path + "/later", withIntermediateDirectories: true)
        #expect(await deliver(0..<100, to: target) == [])
        #expect(try events(in: "later/f.jsonl").count == 100)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full on this machine"))
    func aFullDiskIsAnErrorOfAllWhoWait() async throws {
        let target = FileTarget(name: "f", path: "/dev/full")
        let failures = await deliver(0..<100, to: target)
        #expect(failures.count == 100 && failures.allSatisfy { $0.hasPrefix("/dev/full cannot be written: ") })
    }
}
