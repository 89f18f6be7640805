/// A folder from which files are read, and nothing outside it.
///
/// The descriptors of the folders on the path, not their names, determine what is inside: whatever is exchanged meanwhile, an
/// opened file was reached through this folder. Links are followed, wherever they lead in between.
package struct ConfinedFolder: Sendable {
    private let identity: FolderIdentity

    /// The folder at an absolute path, after following links.
    package init(_ path: String) throws(FileRefusal) {
        var status = stat()
        guard SystemCalls.status(of: path, &status) == 0 else { throw .lastError }
        guard status.isFolder else { throw .missing }
        identity = FolderIdentity(status)
    }

    /// Opens the file at an absolute path.
    func open(_ path: String) throws(FileRefusal) -> OpenFile {
        var walk = try DescriptorWalk(to: path)
        while let (folder, step) = try walk.next() {
            var status = stat()
            guard SystemCalls.linkStatus(of: step, in: folder, &status) == 0 else { throw .lastError }
            if status.isLink {
                try walk.follow(step)
            } else if status.isFolder, !walk.isAtEnd {
                try walk.enter(step)
            } else {
                guard walk.isAtEnd else { throw .missing }
                guard walk.hasPassed(identity) else { throw .outside }
                guard status.isRegular else { throw .notRegular }
                if let file = try walk.open(step) { return file }
            }
        }
        throw .notRegular
    }

    /// The names of files and folders in the folder at an absolute path, up to a limit; nil if there is no such folder, and empty
    /// if it cannot be read.
    package func names(inFolder path: String, most: Int) -> [String]? {
        guard var walk = try? DescriptorWalk(to: path) else { return [] }
        do throws(FileRefusal) { try walk.enterAll() } catch {
            return error == .missing ? nil : []
        }
        return walk.hasPassed(identity) ? SystemCalls.names(inFolder: walk.folder, most: most) : []
    }
}

extension ConfinedFolder {
    /// The folder at an absolute path, if it is inside, with its descriptor; nil for any other.
    func opened(_ path: String) -> OpenedFolder? {
        guard var walk = try? DescriptorWalk(to: path), (try? walk.enterAll()) != nil, walk.hasPassed(identity) else {
            return nil
        }
        return OpenedFolder(walk)
    }
}

/// A folder inside a confined one that stays open, so that its files need no further walk.
final class OpenedFolder: Sendable {
    private let walk: DescriptorWalk

    fileprivate init(_ walk: consuming DescriptorWalk) { self.walk = walk }

    /// Opens a regular file; nil for anything else.
    func open(_ name: String) -> OpenFile? {
        var status = stat()
        guard SystemCalls.linkStatus(of: name, in: walk.folder, &status) == 0, status.isRegular else { return nil }
        let descriptor = SystemCalls.open(name, in: walk.folder, OpenFile.flags | O_NOFOLLOW)
        return descriptor < 0 ? nil : try? OpenFile(descriptor)
    }
}

/// The identity of the folder, whatever its name.
private struct FolderIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// A path from the root of the file system to a file, with open descriptors of all folders on it.
private struct DescriptorWalk: ~Copyable, Sendable {
    #if canImport(Darwin)
        private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #else
        /// `O_PATH`, which Glibc's module omits: entering a folder needs no permission to list it.
        private static let folderFlags = 0o10_000_000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #endif
    /// More than that are a loop, or files that are exchanged as fast as they are opened.
    private static let mostLinks = 40

    private var folders: [(descriptor: Int32, identity: FolderIdentity)] = []
    /// The remaining components of the path, the next one last.
    private var steps: [String]
    private var links = 0

    init(to path: String) throws(FileRefusal) {
        steps = Self.steps(of: path)
        try push(SystemCalls.open("/", Self.folderFlags))
    }

    deinit { for folder in folders { SystemCalls.close(folder.descriptor) } }

    var isAtEnd: Bool { steps.isEmpty }

    /// The current folder of the walk.
    var folder: Int32 { folders[folders.count - 1].descriptor }

    func hasPassed(_ folder: FolderIdentity) -> Bool { folders.contains { $0.identity == folder } }

    /// The next component, and its folder.
    mutating func next() throws(FileRefusal) -> (folder: Int32, step: String)? {
        while let step = steps.popLast() {
            guard step == ".." else { return (folders[folders.count - 1].descriptor, step) }
            if folders.count > 1 { SystemCalls.close(folders.removeLast().descriptor) }
        }
        return nil
    }

    mutating func enter(_ step: String) throws(FileRefusal) {
        let descriptor = SystemCalls.open(step, in: folders[folders.count - 1].descriptor, Self.folderFlags)
        if descriptor < 0 { return try again(step) }
        try push(descriptor)
    }

    /// Enters all folders that remain.
    mutating func enterAll() throws(FileRefusal) {
        while let (folder, step) = try next() {
            var status = stat()
            guard SystemCalls.linkStatus(of: step, in: folder, &status) == 0 else { throw .lastError }
            if status.isLink { try follow(step) } else { try enter(step) }
        }
    }

    mutating func follow(_ link: String) throws(FileRefusal) {
        try countLink()
        guard let target = SystemCalls.target(ofLink: link, in: folders[folders.count - 1].descriptor) else {
            return steps.append(link)
        }
        if target.hasPrefix("/") { while folders.count > 1 { SystemCalls.close(folders.removeLast().descriptor) } }
        steps += Self.steps(of: target)
    }

    /// Opens the file; nil if something else has replaced it since it was checked, which the next step detects.
    mutating func open(_ step: String) throws(FileRefusal) -> OpenFile? {
        let descriptor = SystemCalls.open(
            step, in: folders[folders.count - 1].descriptor, OpenFile.flags | O_NOFOLLOW)
        if descriptor < 0 {
            try again(step)
            return nil
        }
        return try OpenFile(descriptor)
    }

    /// If a name refers to something else than before, it is checked again.
    private mutating func again(_ step: String) throws(FileRefusal) {
        guard [ELOOP, ENOTDIR, ENOENT].contains(errno) else { throw .lastError }
        try countLink()
        steps.append(step)
    }

    private mutating func countLink() throws(FileRefusal) {
        links += 1
        if links > Self.mostLinks { throw .loop }
    }

    private mutating func push(_ descriptor: Int32) throws(FileRefusal) {
        guard descriptor >= 0 else { throw .lastError }
        var status = stat()
        guard SystemCalls.status(ofDescriptor: descriptor, &status) == 0 else {
            let refusal = FileRefusal.lastError
            SystemCalls.close(descriptor)
            throw refusal
        }
        folders.append((descriptor, FolderIdentity(status)))
    }

    private static func steps(of path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
    }
}
