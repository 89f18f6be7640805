import MoonwireValues

// Messages about what exposures state of slots and of their owners.

extension Diagnostic {
    package static func unknownSlotArguments(_ slot: String, of type: String, _ near: [String]) -> Diagnostic {
        Diagnostic(
            .invalidExposure, "SlotArguments(\(slot.quoted)): \(type) has no slot \(slot.quoted)", at: nil,
            suggestions: near)
    }

    package static func slotArgumentsTwice(_ slot: String, of type: String) -> Diagnostic {
        Diagnostic(.invalidExposure, "\(type) exposes SlotArguments(\(slot.quoted)) twice", at: nil)
    }

    package static func otherIsolation(of type: String, _ actor: String, _ former: String) -> Diagnostic {
        Diagnostic(.invalidExposure, "\(type) cannot be isolated to \(actor): it is isolated to \(former)", at: nil)
    }

    package static func isolationOfOtherType(of type: String) -> Diagnostic {
        Diagnostic(.invalidExposure, "\(type) cannot be isolated to a global actor: it is not a class", at: nil)
    }

    /// `content` is what a declaration with the property wrapper cannot contain.
    package static func slotArgumentsOfOtherKind(
        _ slot: String, of type: String, _ wrapper: String, _ content: String
    ) -> Diagnostic {
        Diagnostic(
            .invalidExposure,
            "SlotArguments(\(slot.quoted)): slot \(type).\(slot) is \(wrapper), and cannot have \(content)",
            at: nil)
    }
}
