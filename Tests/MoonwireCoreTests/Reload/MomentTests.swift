import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// A wiring is made of files as they were at one moment, whatever happens while they are read.
@Suite(.timeLimit(.minutes(10))) struct MomentTests {
    /// How somebody replaces both files.
    enum Way: CaseIterable {
        case link, folder, files, writing, linkAndBack, folderAndBack

        var endsWithFormer: Bool { self == .linkAndBack || self == .folderAndBack }
    }

    /// Two files in a folder, of which each revision has its own, as a mounted ConfigMap has.
    private final class Source: LayerSource {
        let folder: ScratchFolder
        let reads = Counter()
        private let between: @Sendable (ScratchFolder, Int) -> Void

        init(_ between: @escaping @Sendable (ScratchFolder, Int) -> Void) throws {
            folder = ScratchFolder()
            self.between = between
            for revision in [1, 2] {
                for name in ["a", "b"] { folder.write("\(revision)", to: "\(revision)/\(name)") }
            }
            folder.link("data", to: "1")
        }

        func read() throws -> Reading {
            let count = reads.add()
            let first = FileRecord(reading: folder.path("data/a"), limit: 10)
            between(folder, count)
            let files = [first, FileRecord(reading: folder.path("data/b"), limit: 10)]
            let texts = files.map { WiredValue.value(.text($0.text ?? "")) }
            var layer = Layer(name: "files")
            layer.parameters.set("texts", .list(texts), origin: Origin(nil), path: ["texts"])
            return Reading(layers: [layer], files: files)
        }
    }

    private static func swap(_ folder: ScratchFolder, to revision: Int) {
        folder.link("next", to: "\(revision)")
        folder.move("next", to: "data")
    }

    private static func exchange(_ folder: ScratchFolder, _ way: Way) {
        switch way {
        case .link: swap(folder, to: 2)
        case .folder:
            folder.move("1", to: "old")
            folder.move("2", to: "1")
        case .files: for name in ["a", "b"] { folder.move("2/\(name)", to: "1/\(name)") }
        case .writing: for name in ["a", "b"] { folder.write("2", to: "1/\(name)") }
        case .linkAndBack, .folderAndBack: break
        }
    }

    @Test(arguments: Way.allCases.filter { !$0.endsWithFormer })
    func filesThatAreReplacedWhileTheyAreReadAreReadAgain(way: Way) throws {
        for number in 1...3 {
            let source = try Source { folder, count in if count == number { Self.exchange(folder, way) } }
            let container = try Container(
                source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
            for _ in 1..<number { try container.reload() }
            #expect(try container.parameter("texts", as: [String].self) == ["2", "2"])
            #expect(source.reads.value == number + 1)
        }
    }

    @Test func planReadsAllFilesOfOneMoment() throws {
        let source = try Source { folder, count in if count == 2 { Self.swap(folder, to: 2) } }
        let container = try Container(
            source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
        #expect(try container.reloadPlan().parameters.map(\.name) == ["texts"])
        #expect(source.reads.value == 3)
    }

    /// The second file is read in another revision than the first one before and after.
    @Test(arguments: [Way.linkAndBack, .folderAndBack]) func filesThatChangedBackWhileReadAreReadAgain(way: Way) throws
    {
        let isAway = Lock(false)
        let source = try Source { folder, count in
            guard count == 1 else { return }
            if way == .linkAndBack {
                Self.swap(folder, to: 2)
            } else {
                folder.move("1", to: "0"); folder.move("2", to: "1")
            }
            isAway.withLock { $0 = true }
        }
        let container = try Container(
            source: Returning(source) {
                guard
                    isAway.withLock({ isAway in
                        defer { isAway = false }; return isAway
                    })
                else { return }
                if way == .linkAndBack {
                    Self.swap(source.folder, to: 1)
                } else {
                    source.folder.move("1", to: "2")
                    source.folder.move("0", to: "1")
                }
            }, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
        #expect(try container.parameter("texts", as: [String].self) == ["1", "1"])
    }

    /// Does something after a reading, before it is looked at.
    private struct Returning: LayerSource {
        let source: Source
        let action: @Sendable () -> Void

        init(_ source: Source, _ action: @escaping @Sendable () -> Void) {
            (self.source, self.action) = (source, action)
        }

        func read() throws -> Reading {
            defer { action() }
            return try source.read()
        }
    }

    @Test func filesThatNeverRestAreRefused() throws {
        let source = try Source { folder, count in if count > 1 { Self.swap(folder, to: count % 2 + 1) } }
        let container = try Container(
            source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
        let error = #expect(throws: ContainerError.self) { try container.reload() }
        #expect(
            "\(error.map { "\($0)" } ?? "")" == """
                the files changed each of the 20 times that they were read
                    replace all of them in one step, or reload when they no longer change
                """)
        #expect(try container.parameter("texts", as: [String].self) == ["1", "1"])
        #expect(container.refusedReload?.cause == .files)
    }
}
