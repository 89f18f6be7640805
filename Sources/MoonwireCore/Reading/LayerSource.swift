package import MoonwireSupport

/// Reads the layers of a container, at its start and again for each reload.
package protocol LayerSource: Sendable {
    /// The current contents of the sources; their faults are in the layers.
    func read() throws -> Reading

    /// The contents with the texts that files had, by path; a file without one is read.
    func read(texts: [String: String?]) throws -> Reading
}

extension LayerSource {
    /// A source without files is read as it is.
    package func read(texts: [String: String?]) throws -> Reading { try read() }
}

/// The contents of a source, and the files that it read.
package struct Reading: Sendable {
    /// Lowest first.
    package var layers: [Layer]
    package var traces: Traces
    /// The files that were read or looked up.
    package var files: [FileRecord]
    /// Nil if no scripts were read.
    package var life: ScriptLife?

    package init(
        layers: [Layer], traces: Traces = Traces(), files: [FileRecord] = [], life: ScriptLife? = nil
    ) {
        self.layers = layers
        self.traces = traces
        self.files = files
        self.life = life
    }

    /// Whether there was one moment at which all files had the contents that were read.
    ///
    /// The second comparison detects folders that are exchanged and exchanged back between the first comparisons of two files.
    var isOfOneMoment: Bool {
        var (first, second) = (PathWalks(), PathWalks())
        return files.allSatisfy { $0.isCurrent(in: &first) } && files.allSatisfy { $0.isUntouched(in: &second) }
    }

    /// All external input: while it is equal, functions of scripts have the same effect.
    package struct Traces: Sendable, Equatable {
        /// The contents of the files by path; nil for one that could not be read.
        package var files: [String: String?] = [:]
        /// The values of the environment that were read while the scripts ran.
        package private(set) var environment: [EnvironmentReading: TextDigest?] = [:]

        package init() {}

        /// The first value counts: functions may hold it.
        package mutating func note(_ reading: EnvironmentReading, _ text: String?) {
            if environment[reading] == nil { environment[reading] = .some(text.map(TextDigest.init)) }
        }
    }
}

/// Layers that never change.
struct FixedLayers: LayerSource {
    let layers: [Layer]

    func read() throws -> Reading { Reading(layers: layers) }
}
