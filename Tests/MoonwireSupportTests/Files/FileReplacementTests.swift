import Foundation
import MoonwireSupport
import TestSupport
import Testing

/// A file is replaced in one step, or stays as it is and the error says why.
@Suite struct FileReplacementTests {
    private let folder = ScratchFolder()

    private func write(_ text: String, to path: String) throws {
        try FileReplacement(path, temporarySuffix: "new").write(Data(text.utf8), mode: 0o600)
    }

    private func contents(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    /// Files can be created in such a folder, but it cannot be brought to the disk.
    @Test func aFolderThatCannotBeReadChangesNothing() throws {
        let (place, file) = (folder.path("drop"), folder.path("drop/file"))
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try write("old", to: file)
        chmod(file, 0o666)
        chmod(place, 0o333)
        let error = #expect(throws: SystemError.self) {
            try withoutPrivileges { try write("new", to: file) }
        }
        chmod(place, 0o700)
        #expect(error == SystemError(code: EACCES))
        #expect(try contents(file) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["file"])
    }

    /// Nothing takes a replacement back.
    @Test func unconfirmedReplacementThrowsAndTheFileHasItsNewContents() throws {
        let file = folder.path("file")
        func replacement(_ code: Int32) -> FileReplacement {
            FileReplacement(file, temporarySuffix: "new") { _ in throw SystemError(code: code) }
        }
        let error = #expect(throws: UnconfirmedReplacement.self) {
            try replacement(EIO).write(Data("new".utf8), mode: 0o600)
        }
        #expect(error?.reason == SystemError(code: EIO))
        #expect(try contents(file) == "new")
        // A file system without folders that can be synchronized.
        try replacement(EINVAL).write(Data("newer".utf8), mode: 0o600)
        #expect(try contents(file) == "newer")
    }

    @Test(arguments: ["target", "deep/target"]) func aLinkToAFileThatDoesNotExistIsFollowed(target: String) throws {
        let (link, other) = (folder.path("link"), folder.path("other"))
        try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "other")
        try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: target)
        try write("new", to: link)
        #expect(try contents(folder.path(target)) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "other")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: other) == target)
    }

    @Test func linksThatLeadInACircleAreAnError() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("one"), withDestinationPath: "two")
        try FileManager.default.createSymbolicLink(atPath: folder.path("two"), withDestinationPath: "one")
        let error = #expect(throws: SystemError.self) { try write("new", to: folder.path("one")) }
        #expect(error == SystemError(code: ELOOP))
        #expect(try folder.names == ["one", "two"])
    }

    /// Permissions mean nothing to the superuser, as whom tests may run.
    private func withoutPrivileges(_ body: () throws -> Void) rethrows {
        #if os(Linux)
            let former = setUserOfFiles?(65534)
            defer { if let former { _ = setUserOfFiles?(uid_t(former)) } }
        #endif
        try body()
    }

    #if os(Linux)
        /// `setfsuid`, which Glibc's module map hides from Swift.
        ///
        /// It counts for this thread only.
        private let setUserOfFiles = dlsym(nil, "setfsuid").map {
            // The type is that of the manual.
            unsafeBitCast($0, to: (@convention(c) (uid_t) -> Int32).self)
        }
    #endif
}
