import Foundation

/// What lies in folders at a moment: each file with its size and the time of its last change.
struct FolderSnapshot: Equatable {
    private struct File: Equatable {
        let size: Int
        let changed: Date
    }

    private var files: [String: File] = [:]

    init(_ folders: [String]) {
        for folder in folders { add(folder) }
    }

    private mutating func add(_ folder: String) {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey, .isRegularFileKey]
        let url = URL(filePath: folder)
        let found = FileManager.default.enumerator(
            at: url, includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
        while let file = found?.nextObject() as? URL {
            guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true else { continue }
            files[file.path] = File(
                size: values.fileSize ?? 0, changed: values.contentModificationDate ?? .distantPast)
        }
    }
}
