/// A check of the whole wiring that the application or a script adds.
package struct Pass: Sendable {
    package let name: String
    /// Passes of higher priority run first.
    package let priority: Int
    package let origin: Origin
    package let function: any PassFunction

    package init(_ name: String, priority: Int, origin: Origin, function: any PassFunction) {
        self.name = name
        self.priority = priority
        self.origin = origin
        self.function = function
    }

    package var phrase: String { "pass \"\(name)\"" }
}

/// What a pass does: a closure of the application, or a function of a script.
package protocol PassFunction: AnyObject, Sendable {
    /// Whether a script, and not the application, contains the pass.
    var isOfScript: Bool { get }

    func run(_ definitions: [RegisteredDefinition], _ report: inout PassReport) throws
}
