import MoonwireCore
import MoonwireSupport

// What scripts read of the environment.
extension Evaluation {
    /// The environment variables.
    ///
    /// Each read is recorded as something on which the wiring depends.
    var tracedVariables: EnvironmentVariables {
        inputs.variables.noting { [unowned self] reading, text in reads.traces.note(reading, text) }
    }

    /// Records the file whose path is in a variable, before the file is read, so that no change is missed.
    func follow(_ reference: EnvironmentReference) {
        guard reference.type.readsFile, reads.addVariable(reference.name),
            let path = inputs.variables[reference.name]
        else { return }
        costs.add(bytes: ReadingCosts.Bytes.file + path.utf8.count)
        let absolute = WorkingFolder.absolute(path, in: WorkingFolder.path)
        reads.addVariableFile(FileRecord(reading: absolute, limit: EnvironmentType.largestFile).withoutText)
    }
}
