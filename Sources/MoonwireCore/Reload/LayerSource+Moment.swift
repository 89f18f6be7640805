extension LayerSource {
    /// Reads everything as it was at one moment: again, when files change meanwhile.
    ///
    /// - Parameters:
    ///   - isDisturbed: Whether somebody may be writing these files, which were read; then nothing has been read.
    ///   - note: Is called with the files of each attempt that nobody disturbed.
    /// - Throws: ``ContainerError`` when the files change faster than they can be read.
    func readMoment(
        isDisturbed: ([FileRecord]) -> Bool = { _ in false }, note: ([FileRecord]) -> Void
    ) throws -> Reading {
        for _ in 0..<mostAttempts {
            let reading = try read()
            // What was not taken has not been read: when the writer closes the file, it has changed.
            if isDisturbed(reading.files) { throw DisturbedReading() }
            note(reading.files)
            if reading.isOfOneMoment { return reading }
        }
        throw ContainerError(.filesKeepChanging(attempts: mostAttempts))
    }
}

private let mostAttempts = 20

/// The files that were read are not known to be complete.
struct DisturbedReading: Error {}
