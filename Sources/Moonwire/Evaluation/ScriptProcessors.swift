import MoonwireCore

/// The types of environment variables that the application and earlier lines have added.
struct ScriptProcessors {
    private(set) var byName: [String: EnvironmentProcessor]
    /// The names, also after all scripts have been read.
    private(set) var names: Set<String>

    init(below layer: Layer) {
        byName = Dictionary(layer.processors.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        names = Set(byName.keys)
    }

    /// Adds a type; returns the fault if there is one with that name.
    mutating func add(_ processor: EnvironmentProcessor) -> Diagnostic? {
        if let former = byName[processor.name] { return .processorTwice(former, at: processor.origin.location) }
        byName[processor.name] = processor
        names.insert(processor.name)
        return nil
    }

    /// Releases the functions.
    mutating func close() { byName = [:] }
}
