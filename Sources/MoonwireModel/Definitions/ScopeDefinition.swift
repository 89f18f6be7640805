package import MoonwireValues

/// A scope that a script or the application declares.
package struct ScopeDefinition: Sendable {
    package let name: String
    /// The scope within which it opens; nil for one that opens on its own.
    package let parent: String?
    /// Whether `parent` is known; for a name that only a command states, it is not.
    let isNestingKnown: Bool
    package let origin: Origin
    /// The path of the declaration in the table of the script.
    private let path: [String]

    package init(name: String, within parent: String?, origin: Origin, path: [String] = []) {
        self.name = name
        self.parent = parent
        isNestingKnown = true
        self.origin = origin
        self.path = path
    }

    /// A scope that the application declares in a way that is not known.
    package init(named name: String) {
        self.name = name
        parent = nil
        isNestingKnown = false
        origin = Origin(nil)
        path = []
    }

    package var location: ScriptLocation? { origin.location(of: path, in: "scopes") }

    /// Whether a scope can have the name.
    package static func isName(_ name: String) -> Bool { name.isName }
}
