import Moonwire
public import MoonwireCore
import MoonwireSupport

extension Registrations {
    /// Adds the words of MoonwireObjects to the scripts of the container: `around`, `accessor`, `partial`, and
    /// `implementation`.
    ///
    /// ```swift
    /// let container = try Container(scripts: ["container.lua"], types: Exposures.all, environment: .dev) {
    ///     $0.addObjects()
    /// }
    /// ```
    ///
    /// Without it, a script that uses one of them has a fault.
    public mutating func addObjects() { add(ObjectsModule()) }
}

/// The words of MoonwireObjects, and the wrappers of one container.
struct ObjectsModule: ScriptModule {
    let wrappers = MethodWrappers { OverridableCell.ofProcess.active.wrappingAdd($0, ordering: .relaxed) }

    var product: String { "MoonwireObjects" }

    func words(_ reading: ScriptReading) -> [ModuleWord] {
        [
            AroundWord(reading, wrappers).word, AccessorWord(reading).word, PartialWord(reading).word,
            ImplementationWord(reading).word,
        ]
    }
}
