import MoonwireCore
import MoonwireSupport

/// The files and variables that scripts have read, on which the wiring depends.
struct FileReads {
    var traces = Reading.Traces()
    private var scripts: [FileRecord] = []
    /// By path, the position of the last record of a file.
    private var positions: [String: Int] = [:]
    /// The files whose paths are in environment variables: a watch follows them like scripts, and their contents are not kept.
    private var secrets: [FileRecord] = []
    private var secretVariables: Set<String> = []

    /// The files that were read or looked for.
    var files: [FileRecord] { scripts + secrets }

    /// Adds a file; returns whether it is new, or has changed since it was added.
    mutating func add(_ file: FileRecord, name: String) -> Bool {
        if let position = positions[file.path], file.isSameReading(as: scripts[position]) {
            // The same text, which is kept already.
            traces.files[name] = .some(scripts[position].text)
            return false
        }
        positions[file.path] = scripts.count
        scripts.append(file)
        traces.files[name] = .some(file.text)
        return true
    }

    /// Records that the file whose path is in a variable is read; returns whether that is new.
    mutating func addVariable(_ name: String) -> Bool { secretVariables.insert(name).inserted }

    mutating func addVariableFile(_ record: FileRecord) { secrets.append(record) }
}
