/// A file as it was read: where it was found, which one it was, and what it contained.
package struct FileRecord: Sendable {
    /// What came of reading it.
    package typealias Content = Result<String, FileRefusal>

    /// Absolute.
    package let path: String
    package let content: Content
    private let limit: Int
    /// The folders and links on the way before the file was opened, then the file that was opened.
    private let states: [FileState]
    private let date = FileState.now

    /// Reads the file at an absolute path; of one that is larger than the limit nothing is read.
    ///
    /// - Parameter root: The folder that the file must be in; by default it may be anywhere.
    package init(reading path: String, in root: ConfinedFolder? = nil, limit: Int) {
        self.path = path
        self.limit = limit
        let walk = PathWalk(path)
        var states = walk.states
        do throws(FileRefusal) {
            let file: OpenFile
            if let root { file = try root.open(path) } else { file = try OpenFile(path) }
            if walk.hasArrived { states.removeLast() }
            states.append(file.state)
            content = .success(try file.text(limit: limit))
        } catch {
            content = .failure(error)
        }
        self.states = states
    }

    package var text: String? { try? content.get() }

    /// Whether the path still leads to the very file that was read, and that has not been written since.
    package var isCurrent: Bool { isUntouched && (!wasRecent || hasSameText) }

    /// Whether the path leads to other contents by now; a file that was only touched has the same.
    package var hasChanged: Bool {
        if isUntouched, !wasRecent { return false }
        return text == nil ? !isUntouched : !hasSameText
    }

    /// How a file that contained something looks unfinished by now; nil when it does not.
    var gap: FileGap? {
        guard text?.isEmpty == false else { return nil }
        guard let now = try? OpenFile(path).text(limit: limit) else { return .gone }
        return now.isEmpty ? .emptied : nil
    }

    /// Whether all that was on the way, and the file at its end, are what they were.
    var isUntouched: Bool { was(way) }

    /// Whether all that was on the way, and the file at its end, were these when the file was read.
    func was(_ way: [FileState]) -> Bool { way == states }

    /// All that is on the way, and the file at its end, as they are now.
    var way: [FileState] { PathWalk(path).states }

    /// Whether the file may have changed after it was read without another time on it.
    private var wasRecent: Bool { states.last?.isRecent(at: date) ?? false }

    private var hasSameText: Bool {
        guard let text else { return true }
        return (try? OpenFile(path).text(limit: limit)) == text
    }
}

/// What editors leave in the place of a file for a moment.
enum FileGap: Comparable {
    case gone
    case emptied
}
