import MoonwireValues

// Messages about services that inherit from a parent.

extension Diagnostic {
    static func inheritanceCycle(_ circle: [Definition]) -> Diagnostic {
        let ids = circle.map(\.id).shortenedPath.joined(separator: " -> ")
        return Diagnostic(
            .invalidParent, "\(circle[0].phrase) inherits from itself: \(ids)", at: circle[0].location(of: ["parent"]))
    }

    /// `args = { inherited, … }` of a child whose parent has no arguments by position.
    static func appendsToNothing(_ child: Definition, _ parent: String) -> Diagnostic {
        Diagnostic(
            .invalidParent,
            "\(child.phrase): `inherited` has no effect, because its parent \"\(parent)\" has no arguments by position",
            at: child.location(of: ["args"]), severity: .warning,
            hints: ["arguments with labels are inherited without it"])
    }

    static func nothingInherited(_ child: Definition, from parent: String) -> Diagnostic {
        Diagnostic(
            .invalidParent, "\(child.phrase): neither it nor its parent \"\(parent)\" has a \"type\" or a \"factory\"",
            at: child.origin.location, hints: ["give one of them a `type` or a `factory`"])
    }

    /// A synthetic service that inherits a key which it must not have.
    ///
    /// `phrase` is that key, as messages name it.
    static func syntheticInherits(_ phrase: String, _ child: Definition, from parent: String) -> Diagnostic {
        Diagnostic(
            .invalidParent,
            "\(child.phrase): \(phrase), inherited from \"\(parent)\", cannot be combined with \"synthetic\"",
            at: child.location(of: ["synthetic"]), hints: [suppliedHint])
    }

    /// A service that inherits `synthetic` although it has a key that excludes it.
    ///
    /// `phrase` is that key, as messages name it.
    static func inheritsSynthetic(
        _ child: Definition, _ phrase: String, from parent: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidParent,
            "\(child.phrase): \(phrase) cannot be combined with \"synthetic\", inherited from \"\(parent)\"",
            at: location, hints: [suppliedHint])
    }

    private static let suppliedHint =
        "the application supplies the only instance of a synthetic service, and the instance is shared"
}
