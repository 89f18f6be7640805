import MoonwireCore
import MoonwireSupport

/// The files whose paths are in environment variables: a watch follows them like scripts, and their contents are not kept.
struct VariableFiles {
    private(set) var records: [FileRecord] = []
    fileprivate var variables: Set<String> = []

    fileprivate mutating func add(_ record: FileRecord) { records.append(record) }
}

// What scripts read of the environment.
extension Evaluation {
    /// The environment variables. Each read is recorded as something on which the wiring depends.
    var tracedVariables: EnvironmentVariables {
        variables.noting { [unowned self] reading, text in traces.note(reading, text) }
    }

    /// Records the file whose path is in a variable, before the file is read, so that no change is missed.
    func follow(_ reference: EnvironmentReference) {
        guard reference.type == .file, variableFiles.variables.insert(reference.name).inserted,
            let path = variables[reference.name]
        else { return }
        costs.add(bytes: ReadingCosts.Bytes.file + path.utf8.count)
        let absolute = WorkingFolder.absolute(path, in: WorkingFolder.path)
        variableFiles.add(FileRecord(reading: absolute, limit: EnvironmentType.largestFile).withoutText)
    }
}
