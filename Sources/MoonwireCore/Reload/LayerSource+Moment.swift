extension LayerSource {
    /// Reads everything as it was at one moment: again, when files change meanwhile.
    ///
    /// - Parameters:
    ///   - isDisturbed: Whether somebody is writing the files; then nothing is read.
    ///   - note: Is called with the files of each attempt.
    /// - Throws: ``ContainerError`` when the files change faster than they can be read.
    func readMoment(isDisturbed: () -> Bool = { false }, note: ([FileRecord]) -> Void) throws -> Reading {
        for _ in 0..<mostAttempts {
            let reading = try read()
            note(reading.files)
            if isDisturbed() { throw DisturbedReading() }
            if reading.isOfOneMoment { return reading }
        }
        throw ContainerError(.filesKeepChanging(attempts: mostAttempts))
    }
}

private let mostAttempts = 20

/// Somebody began to write the files while they were read.
struct DisturbedReading: Error {}
