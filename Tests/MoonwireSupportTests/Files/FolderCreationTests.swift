import Foundation
import MoonwireSupport
import TestSupport
import Testing

/// New folders reach the disk with the file for which they are made.
@Suite struct FolderCreationTests {
    private let folder = ScratchFolder()

    private func number(_ name: String) throws -> ino_t {
        try FileDescriptor(folder.path(name), O_RDONLY | O_DIRECTORY).status.st_ino
    }

    @Test func theFolderAroundEachNewOneIsSynchronized() throws {
        var synchronized: [ino_t] = []
        let creation = FolderCreation { synchronized.append(try $0.status.st_ino) }
        try creation.make(folder.path("a/b/c"))
        #expect(synchronized == [try number(""), try number("a"), try number("a/b")])
        try creation.make(folder.path("a/b/d"))
        #expect(synchronized.dropFirst(3) == [try number("a/b")])
        try creation.make(folder.path("a/b"))
        #expect(synchronized.count == 4)
    }

    @Test func aFolderThatDoesNotReachTheDiskIsAnError() throws {
        let failing = FolderCreation { _ in throw SystemError(code: EIO) }
        #expect(throws: SystemError(code: EIO)) { try failing.make(folder.path("a/b")) }
        #expect(try folder.names == ["a"])
        // A file system without folders that can be synchronized.
        try FolderCreation { _ in throw SystemError(code: EINVAL) }.make(folder.path("b/c"))
        #expect(try folder.names == ["a", "b"])
    }
}
