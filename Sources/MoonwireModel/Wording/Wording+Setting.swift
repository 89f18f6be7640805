package import MoonwireValues

// Messages about values that the application replaces, sets, and supplies.

extension Diagnostic.Code {
    /// An override replaces nothing.
    public static let overridesNothing = Diagnostic.Code("overrides-nothing")
    /// Services are overridden while one is being resolved.
    public static let overrideInResolve = Diagnostic.Code("override-in-resolve")
    /// A process sets its container twice.
    public static let bootstrappedTwice = Diagnostic.Code("bootstrapped-twice")
    /// A parameter has a name that is not valid.
    public static let invalidParameterName = Diagnostic.Code("invalid-parameter-name")
}

extension Diagnostic {
    /// Overrides that begin on a thread that is building services; `ids` are these services, outermost first.
    package static func overrideInResolve(_ ids: [String]) -> Diagnostic {
        Diagnostic(
            .overrideInResolve,
            "`with` cannot be called while a service is resolved or a hook runs: it would have no effect", at: nil,
            path: ids, hints: ["a resolve in progress uses the services that it started with"])
    }

    /// A second container of the process, which `first` has set before.
    package static func bootstrappedTwice(at location: ScriptLocation, first: ScriptLocation) -> Diagnostic {
        Diagnostic(
            .bootstrappedTwice, "the process has a container already", at: location,
            hints: ["it was set at \(first); `withContainer` makes another one current for a task"])
    }

    static func overridesNothing(_ definition: Definition, near: [String]) -> Diagnostic {
        Diagnostic(
            .overridesNothing, "override of \"\(definition.id)\": service \"\(definition.id)\" is not defined",
            at: definition.origin.location, suggestions: near, hints: ["`register` adds a service"])
    }

    static func overridesAbstract(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .overridesNothing, "override of \"\(definition.id)\": service \"\(definition.id)\" is abstract",
            at: definition.origin.location, hints: ["override the services that inherit from it"])
    }

    package static func badParameterName(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidParameterName, "\"\(name)\" is not a valid parameter name", at: location,
            hints: [
                "a name contains letters, digits, and underscores, in steps separated by dots that do not begin with a digit"
            ])
    }

    /// A parameter that the application sets although nothing defines it.
    static func unknownSetting(_ name: String, near: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unknownParameter, "parameter \"\(name)\" is not defined", at: location,
            suggestions: near, hints: ["`declaring: true` adds a parameter"])
    }

    /// A parameter that the application has set and that the scripts no longer define.
    package static func settingOfNothing(_ name: String, _ origin: Origin) -> Diagnostic {
        Diagnostic(
            .unknownParameter, "parameter \"\(name)\" is set by the application, but is no longer defined",
            at: origin.location, severity: .warning)
    }

    /// A parameter that the application sets to a value of another kind.
    static func settingOfOtherKind(
        _ name: String, _ former: String, _ new: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "parameter \"\(name)\" is \(former) and cannot be set to \(new)", at: location)
    }

    /// A map with contents that come from other parameters.
    static func settingOfFilledMap(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "parameter \"\(name)\" is filled in from other parameters and cannot be set to a map",
            at: location, hints: ["set those parameters"])
    }

    /// A map that replaces a plain value, or a plain value that replaces a map, which is lost.
    package static func parameterReplaced(_ conflict: ParameterTree.Conflict) -> Diagnostic {
        let (new, former) = conflict.isMap ? ("a table", "the value") : ("a value", "the table")
        let suffix = conflict.former.location.map { " at \($0)" } ?? ""
        return Diagnostic(
            .replacedDefinition, "parameter \"\(conflict.name)\" is \(new) here; this replaces \(former)\(suffix)",
            at: conflict.new.location, severity: .warning)
    }

    /// The same fault, with hints that name the supplied instances and the lines of their services.
    func caused(bySupplies supplied: [Int: SuppliedInstance]) -> Diagnostic {
        var copy = self
        copy.hints += supplied.sorted { $0.key < $1.key }.map { _, instance in
            let location = instance.definition.origin.location.map { ", defined at \($0)" } ?? ""
            return "the application supplies \(instance.typeName) for \(instance.definition.phrase)\(location)"
        }
        return copy
    }

    /// The same fault, with the line on which the application set the parameter.
    func caused(bySetting name: String, at location: ScriptLocation?) -> Diagnostic {
        var copy = self
        if let location { copy.hints.append("parameter \"\(name)\" is set at \(location)") }
        return copy
    }
}
