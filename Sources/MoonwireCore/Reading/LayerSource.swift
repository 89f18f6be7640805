package import MoonwireSupport

/// Reads the layers of a container, at its start and again for each reload.
package protocol LayerSource: Sendable {
    /// Everything that the sources say now; what is wrong with them lies in the layers.
    func read() throws -> Reading
}

/// What a source said, and what it looked at.
package struct Reading: Sendable {
    /// Lowest first.
    package var layers: [Layer]
    package var traces: Traces
    /// The files that were read or looked for.
    package var files: [FileRecord]
    /// Nil when no scripts were read.
    package var life: ScriptLife?

    package init(
        layers: [Layer], traces: Traces = Traces(), files: [FileRecord] = [], life: ScriptLife? = nil
    ) {
        self.layers = layers
        self.traces = traces
        self.files = files
        self.life = life
    }

    /// Whether all files were, at one moment, what was read of them.
    ///
    /// The second look is for folders that are exchanged and exchanged back between the first looks at two files.
    var isOfOneMoment: Bool { files.allSatisfy(\.isCurrent) && files.allSatisfy(\.isUntouched) }

    /// Everything outside the program that took part: while it is equal, functions of scripts do the same as before.
    package struct Traces: Sendable, Equatable {
        /// The files' texts by path; nil for one that could not be read.
        package var files: [String: String?] = [:]
        /// What was read of the environment while the scripts ran.
        package private(set) var environment: [EnvironmentReading: TextDigest?] = [:]

        package init() {}

        /// The first text counts: functions may hold it.
        package mutating func note(_ reading: EnvironmentReading, _ text: String?) {
            if environment[reading] == nil { environment[reading] = .some(text.map(TextDigest.init)) }
        }
    }
}

/// Layers that are the same each time.
struct FixedLayers: LayerSource {
    let layers: [Layer]

    func read() throws -> Reading { Reading(layers: layers) }
}
