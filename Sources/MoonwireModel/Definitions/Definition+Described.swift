extension Definition {
    /// What messages need, without values and functions, which may keep the interpreter of a script alive.
    package var described: Definition {
        var described = Definition(id: id, origin: origin, construction: .synthetic(type: nil))
        described.writtenAs = writtenAs
        described.decorates = decorates
        described.originalID = originalID
        described.isOverride = isOverride
        described.lifecycle.onReturn = lifecycle.onReturn
        described.lifecycle.onFailure = lifecycle.onFailure
        return described
    }

    /// Whether a closure of the application builds the instances.
    package var isBuiltByApplication: Bool {
        if case .swift = construction { true } else { false }
    }
}
