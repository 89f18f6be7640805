import MoonwireCore
import MoonwireValues

/// The texts of the running script's files, and the folders that files may read from.
struct SourceFiles {
    private var texts: [String: SourceText] = [:]
    private var last: (file: FileNumber, text: SourceText?)?
    private var roots: [String: ScriptRoot] = [:]

    /// Keeps the text of a file that is about to run, for the lines of its fields.
    mutating func add(_ text: String, name: String, root: ScriptRoot) {
        if texts[name] == nil { texts[name] = SourceText(name: name, text: text) }
        roots[name] = root
    }

    /// Keeps the text of a file that has been read.
    mutating func add(_ text: SourceText) { texts[text.name] = text }

    /// The text of a file; most calls are in the same one as the call before.
    mutating func text(of file: FileNumber) -> SourceText? {
        if let last, last.file == file { return last.text }
        let text = texts[file.name]
        last = (file, text)
        return text
    }

    func text(named name: String) -> SourceText? { texts[name] }

    func root(of file: String) -> ScriptRoot? { roots[file] }

    /// The texts by their names.
    var inOrder: [SourceText] { texts.values.sorted { $0.name < $1.name } }

    /// Lets go of the texts of a script that has ended; definitions keep those that they need.
    mutating func endScript() {
        texts.removeAll(keepingCapacity: true)
        last = nil
    }
}
