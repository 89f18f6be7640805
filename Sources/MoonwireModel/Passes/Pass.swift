import MoonwireValues

/// A check of the whole wiring that the application or a script adds.
package struct Pass: Sendable {
    /// What a pass does.
    package enum Action: Sendable {
        /// A closure of the application, or a function of a script.
        case function(any PassFunction)
        case standard(StandardPass)
    }

    /// As messages name it: `pass "name"`, `pass.unused`.
    package let phrase: String
    /// Passes of higher priority run first.
    package let priority: Int
    package let origin: Origin
    package let action: Action
    /// Whether a script, and not the application, contains the pass.
    package let isOfScript: Bool

    /// A pass of the application or of a script.
    package init(_ name: String, priority: Int, origin: Origin, isOfScript: Bool, function: any PassFunction) {
        phrase = "pass \"\(name)\""
        self.priority = priority
        self.origin = origin
        self.isOfScript = isOfScript
        action = .function(function)
    }

    /// A pass that Moonwire provides.
    package init(_ standard: StandardPass, origin: Origin, isOfScript: Bool) {
        phrase = standard.kind.word
        priority = 0
        self.origin = origin
        self.isOfScript = isOfScript
        action = .standard(standard)
    }

    /// The line on which a field of a standard pass was written; otherwise that of the pass.
    func location(of path: [String]) -> ScriptLocation? {
        path.isEmpty ? origin.location : origin.location(of: path, in: phrase)
    }
}

/// What a pass does: a closure of the application, or a function of a script.
package protocol PassFunction: AnyObject, Sendable {
    func run(_ definitions: [RegisteredDefinition], _ report: inout PassReport) throws
}
