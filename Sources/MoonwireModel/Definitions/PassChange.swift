package import MoonwireValues

/// What a pass has changed in a definition.
package struct PassChange: Sendable {
    /// The pass as messages name it.
    package let pass: String
    /// The line of the change.
    package let location: ScriptLocation?
    /// The keys that it states: `args.metrics`, `tags`.
    package let keys: [String]

    init(pass: String, location: ScriptLocation?, keys: [String]) {
        self.pass = pass
        self.location = location
        self.keys = keys
    }
}
