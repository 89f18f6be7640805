import MoonwireSupport

extension LayerSource {
    /// Reads all files in the state of one moment: again, if files change meanwhile.
    ///
    /// - Parameters:
    ///   - isDisturbed: Whether a program may be writing the files that were read, so that the read is discarded.
    ///   - note: Called with the files of the last attempt, unless it was disturbed.
    /// - Throws: ``ContainerError`` if the files change faster than they can be read.
    /// - Returns: What was read.
    func readMoment(
        isDisturbed: ([FileRecord]) -> Bool = { _ in false }, note: ([FileRecord]) -> Void
    ) throws -> Reading {
        var files: [FileRecord] = []
        for _ in 0..<mostAttempts {
            let reading = try read()
            // The files of a disturbed attempt, and of attempts before it, are not recorded: when the writer closes the file, it
            // has changed.
            if isDisturbed(reading.files) { throw DisturbedReading() }
            files = reading.files
            guard reading.isOfOneMoment else { continue }
            note(files)
            return reading
        }
        note(files)
        throw ContainerError(.filesKeepChanging(attempts: mostAttempts))
    }
}

private let mostAttempts = 20

/// The files that were read may be incomplete.
struct DisturbedReading: Error {}
