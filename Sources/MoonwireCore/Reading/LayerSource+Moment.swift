import MoonwireSupport

extension LayerSource {
    /// Reads everything as it was at one moment: again, when files change meanwhile.
    ///
    /// - Parameters:
    ///   - isDisturbed: Whether somebody may be writing these files, which were read; then nothing has been read.
    ///   - note: Is called with the files of the last attempt, unless somebody disturbed it.
    /// - Throws: ``ContainerError`` when the files change faster than they can be read.
    func readMoment(
        isDisturbed: ([FileRecord]) -> Bool = { _ in false }, note: ([FileRecord]) -> Void
    ) throws -> Reading {
        var files: [FileRecord] = []
        for _ in 0..<mostAttempts {
            let reading = try read()
            // No files of a disturbed attempt are noted, nor of attempts before it: when the writer closes the file, it has
            // changed.
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

/// The files that were read are not known to be complete.
struct DisturbedReading: Error {}
