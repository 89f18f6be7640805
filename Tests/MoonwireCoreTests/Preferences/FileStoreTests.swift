import Foundation
import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// What a preference file contains, and what it means when it contains something else.
@Suite struct FileStoreTests {
    private let folder = ScratchFolder()
    private var file: String { folder.path("preferences.plist") }
    private var store: FileStore { FileStore(path: file) }

    @Test func valuesOutliveTheStore() throws {
        try store.write(7, for: "Settings.volume")
        try store.write("dark", for: "Settings.theme")
        #expect(try store.read("Settings.volume") == 7)
        try store.remove("Settings.volume")
        #expect(try store.read("Settings.volume") == nil)
        #expect(try store.read("Settings.theme") == "dark")
    }

    @Test func foldersAreCreated() throws {
        let nested = FileStore(path: folder.path("a/b/c.plist"))
        #expect(try nested.read("key") == nil)
        try nested.write(1, for: "key")
        #expect(try nested.read("key") == 1)
    }

    @Test func anotherObjectSeesEachChangeAtOnce() throws {
        let (one, other) = (store, store)
        for number in 0..<200 {
            try one.write(.integer(Int64(number)), for: "key")
            #expect(try other.read("key") == .integer(Int64(number)))
        }
    }

    @Test func fileStoreReadsXML() throws {
        folder.write(Self.propertyList("<key>Settings.volume</key><integer>3</integer>"), to: "preferences.plist")
        #expect(try store.read("Settings.volume") == 3)
        try store.write(4, for: "Settings.other")
        #expect(try store.read("Settings.volume") == 3)
    }

    @Test func storedIntegerThatIsTooLargeIsAnError() throws {
        folder.write(
            Self.propertyList("<key>a</key><integer>18446744073709551615</integer>"), to: "preferences.plist")
        let error = #expect(throws: UnreadablePreference.self) { try store.read("a") }
        #expect(error?.found == "the integer 18446744073709551615")
    }

    /// Every beginning of a file, as an interrupted copy leaves it.
    @Test func corruptPreferenceFileIsAnErrorAndIsNotReplaced() throws {
        try store.write("a value", for: "key")
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        let corrupt = PreferenceFileError.self
        for length in 0..<whole.count {
            let part = whole.prefix(length)
            try part.write(to: URL(fileURLWithPath: file))
            let store = store
            #expect(throws: corrupt, "\(length)") { try store.read("key") }
            #expect(throws: corrupt, "\(length)") { try store.write(1, for: "key") }
            #expect(throws: corrupt, "\(length)") { try store.remove("key") }
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == part)
        }
    }

    @Test(arguments: [true, false]) func fileStoreDoesNotWriteValuesItCannotRead(isMap: Bool) throws {
        func nested(_ levels: Int) -> PlainValue {
            (0..<levels).reduce(1) { value, _ in isMap ? .map(["key": value]) : .list([value]) }
        }
        try store.write("a value", for: "key")
        try store.write(nested(500), for: "deep")
        for levels in [512, 1_000] {
            #expect(
                message { try store.write(nested(levels), for: "deep") }
                    == "property lists cannot store lists and maps that are nested more than 500 levels deep")
        }
        #expect(try store.read("key") == "a value")
        #expect(try store.read("deep") == nested(500))
    }

    @Test func aFileThatIsTooLargeIsNotRead() throws {
        try store.write("a value", for: "key")
        #expect(truncate(file, 6 << 30) == 0)
        let tooLarge = "\"\(file)\" exceeds the limit of 67108864 bytes for a preference file"
        #expect(message { try store.read("key") } == tooLarge)
        #expect(message { try store.write(1, for: "key") } == tooLarge)
        #expect(message { try store.remove("key") } == tooLarge)
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_size == 6 << 30)
    }

    @Test func aFileDoesNotBecomeTooLarge() throws {
        try store.write("a value", for: "key")
        let large = String(repeating: "x", count: 64 << 20)
        #expect(
            message { try store.write(.text(large), for: "large") }
                == "\"\(file)\" exceeds the limit of 67108864 bytes for a preference file")
        #expect(try store.read("key") == "a value")
        #expect(try store.read("large") == nil)
    }

    @Test func aCorruptFileIsNamed() throws {
        folder.write("volume = 3", to: "preferences.plist")
        let preferences = try Wiring.of(preference("A.own", 1, line: 1), in: store).container().preferences
        #expect(
            message { try preferences.get("A.own", as: Int.self) } == """
                test.lua:1: preference "A.own": store "default" failed with key "A.own": "\(file)" is not a property list \
                with keys; repair it, or move it away to start again
                """)
        try FileManager.default.removeItem(atPath: file)
        #expect(try preferences.get("A.own", as: Int.self) == 1)
    }

    @Test func preferenceFileThatIsNotAFileIsNamed() throws {
        mkfifo(file, 0o600)
        for access in [{ _ = try store.read("key") }, { try store.write(1, for: "key") }] {
            let error = #expect(throws: PreferenceFileError.self) { try access() }
            #expect(error?.problem == .notAFile)
            #expect(error?.description == "\"\(file)\" is not a regular file")
        }
    }

    @Test func fileStoreFollowsAndKeepsALink() throws {
        let link = folder.path("link.plist")
        try store.write(1, for: "key")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try FileStore(path: link).write(2, for: "key")
        #expect(try store.read("key") == 2)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    }

    @Test func aLinkToAFileThatDoesNotExistIsFollowed() throws {
        let link = folder.path("link.plist")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "preferences.plist")
        #expect(try FileStore(path: link).read("key") == nil)
        try FileStore(path: link).write(2, for: "key")
        #expect(try store.read("key") == 2)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "preferences.plist")
    }

    @Test func unconfirmedWriteOfPreferencesNamesTheReason() {
        let error = PreferenceFileError(path: "/p.plist", problem: .unconfirmed(reason: "Input/output error"))
        #expect(
            error.description == """
                "/p.plist" was written, but its folder could not be synchronized (Input/output error); \
                a power failure may restore the old value
                """)
    }

    @Test func fileStoreKeepsPermissions() throws {
        try store.write(1, for: "key")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        chmod(file, 0o640)
        try store.write(2, for: "key")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o640)
    }

    @Test func fileStoreLeavesNoTemporaryFiles() throws {
        for number in 0..<10 { try store.write(.integer(Int64(number)), for: "key") }
        #expect(try folder.names == ["preferences.plist", "preferences.plist.lock"])
    }

    static func propertyList(_ entries: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>\(entries)</dict></plist>
        """
    }
}
