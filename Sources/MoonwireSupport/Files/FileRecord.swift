/// A file as it was read: its path, its identity, and its contents.
package struct FileRecord: Sendable {
    /// The result of reading it.
    package typealias Content = Result<String, FileRefusal>

    /// An absolute path.
    package let path: String
    package private(set) var content: Content
    /// The digest that replaces the text; if there is one, `content` is empty.
    private var digest: TextDigest?
    private let limit: Int
    /// The folders and links on the path before the file was opened, then the opened file.
    private let states: [FileState]
    private let date = FileState.now

    /// Reads the file at an absolute path; nothing is read of a file that exceeds the limit.
    ///
    /// `root` is the folder that must contain the file; if it is nil, the file may be anywhere.
    package init(reading path: String, in root: ConfinedFolder? = nil, limit: Int) {
        self.init(reading: path, limit: limit, along: PathWalk(path)) { () throws(FileRefusal) in
            if let root { try root.open(path) } else { try OpenFile(path) }
        }
    }

    /// Reads the file that `open` opens, after the walk along the path.
    init(reading path: String, limit: Int, along walk: PathWalk, open: () throws(FileRefusal) -> OpenFile) {
        self.path = path
        self.limit = limit
        var states = walk.states
        do throws(FileRefusal) {
            let file = try open()
            if walk.hasArrived { states.removeLast() }
            states.append(file.state)
            content = .success(try file.text(limit: limit))
        } catch {
            content = .failure(error)
        }
        self.states = states
    }

    /// The text that a file had; nothing is read, and the record does not follow the file.
    package init(remembering text: String, of path: String) {
        self.path = path
        limit = 0
        states = []
        content = .success(text)
    }

    package var text: String? { try? content.get() }

    /// The same record with a digest instead of the text.
    package var withoutText: FileRecord {
        guard digest == nil, let text else { return self }
        var record = self
        record.digest = TextDigest(text)
        record.content = .success("")
        return record
    }

    /// The file at the path as it is now.
    package var readAgain: FileRecord { FileRecord(reading: path, limit: limit) }

    /// Whether another read of the same path found the same file with the same contents.
    package func isSameReading(as other: FileRecord) -> Bool {
        guard path == other.path, states == other.states else { return false }
        if digest == nil, other.digest == nil { return content == other.content }
        let (one, other) = (withoutText, other.withoutText)
        return one.digest == other.digest && one.content == other.content
    }

    /// Whether the path still leads to the file that was read, and the file has not been written since.
    package func isCurrent(in walks: inout PathWalks) -> Bool {
        isUntouched(in: &walks) && (!wasRecent || hasSameText)
    }

    /// Whether the path now leads to other contents; a file that was only touched has the same.
    package var hasChanged: Bool {
        if isUntouched, !wasRecent { return false }
        return text == nil ? !isUntouched : !hasSameText
    }

    /// How the file looks unfinished now; nil if it does not, or if it is certainly unchanged since it was read.
    ///
    /// `isClosed` states whether no process has changed files open for writing, so that a new and empty file is
    /// complete.
    package func gap(isClosed: Bool) -> FileGap? {
        guard let now = try? OpenFile(path).text(limit: limit) else { return text == nil ? nil : .gone }
        guard now.isEmpty else { return nil }
        // A file that was read soon after it was written may have been written and emptied again without a new time.
        let isUnchanged = wasEmpty && !mayHaveChanged
        return isUnchanged || isClosed && (wasEmpty || text == nil) ? nil : .emptied
    }

    /// Whether the file may have other contents now; an empty one also within the resolution of file times.
    package var mayHaveChanged: Bool { !isUntouched || wasEmpty && wasRecent }

    private var wasEmpty: Bool { (digest?.count ?? text?.utf8.count) == 0 }

    /// Whether everything on the path, and the file at its end, is unchanged.
    package var isUntouched: Bool { was(way) }

    /// The same in one comparison of several files.
    package func isUntouched(in walks: inout PathWalks) -> Bool { was(walks.states(of: path)) }

    /// Whether everything on the path, and the file at its end, had these states when the file was read.
    package func was(_ way: [FileState]) -> Bool { way == states }

    /// The current states of everything on the path, and of the file at its end.
    package var way: [FileState] { PathWalk(path).states }

    /// Whether the file may have changed after it was read without a new time.
    private var wasRecent: Bool { states.last?.isRecent(at: date) ?? false }

    private var hasSameText: Bool {
        guard let text else { return true }
        guard let digest else { return (try? OpenFile(path).bytes(limit: limit)).map { text.hasBytes($0) } ?? false }
        guard let now = try? OpenFile(path).text(limit: limit) else { return false }
        return digest == TextDigest(now)
    }
}

extension String {
    /// Whether its bytes in UTF-8 are these.
    fileprivate func hasBytes(_ bytes: [UInt8]) -> Bool {
        var text = self
        return text.withUTF8 { own in
            bytes.withUnsafeBufferPointer { other in
                guard own.count == other.count else { return false }
                guard let start = own.baseAddress, let otherStart = other.baseAddress else { return true }
                // Both buffers have that many bytes.
                return memcmp(start, otherStart, own.count) == 0
            }
        }
    }
}

/// Files with which editors replace a file for a moment.
package enum FileGap: Comparable {
    case gone
    case emptied
}
