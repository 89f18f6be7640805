/// Which files were where at one time, so that one can tell whether what was read later is the same.
struct FilesAtRest {
    private let ways: [String: [FileState]]

    /// As they are now.
    init(_ files: [FileRecord]) { ways = Dictionary(files.map { ($0.path, $0.way) }) { first, _ in first } }

    /// Whether the files are as they were.
    var isStill: Bool { ways.allSatisfy { PathWalk($0).states == $1 } }

    /// Whether all these were among the files, and read as they were then.
    func include(_ files: [FileRecord]) -> Bool { files.allSatisfy { ways[$0.path].map($0.was) ?? false } }

    /// Whether one of these was among the files, and was another when it was read.
    func differ(from files: [FileRecord]) -> Bool { !files.allSatisfy { ways[$0.path].map($0.was) ?? true } }
}
