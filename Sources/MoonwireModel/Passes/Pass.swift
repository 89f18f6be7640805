import MoonwireValues

/// When a pass runs.
public enum PassStage: String, Sendable, CaseIterable {
    /// Before decorators are applied and tags are collected: the pass can change services.
    case change
    /// After all other checks, if there is no fault.
    case check
}

/// A check or a change of the whole wiring that the application or a script adds.
package struct Pass: Sendable {
    /// What a pass does.
    package enum Action: Sendable {
        /// A closure of the application, or a function of a script.
        case function(any PassFunction)
        case standard(StandardPass)
    }

    /// As messages name it: `pass "name"`, `pass.unused`.
    package let phrase: String
    package let stage: PassStage
    /// Passes of higher priority run first.
    package let priority: Int
    package let origin: Origin
    package let action: Action
    /// Whether a script, and not the application, contains the pass.
    package let isOfScript: Bool

    /// A pass of the application or of a script.
    package init(
        _ name: String, _ stage: PassStage = .check, priority: Int, origin: Origin, isOfScript: Bool,
        function: any PassFunction
    ) {
        phrase = "pass \"\(name)\""
        self.stage = stage
        self.priority = priority
        self.origin = origin
        self.isOfScript = isOfScript
        action = .function(function)
    }

    /// A pass that Moonwire provides.
    package init(_ standard: StandardPass, origin: Origin, isOfScript: Bool) {
        phrase = standard.kind.word
        stage = .check
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
