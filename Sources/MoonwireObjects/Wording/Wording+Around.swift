public import MoonwireCore
import MoonwireValues

// Messages about `around`.

extension Diagnostic.Code {
    /// A call of `around` names something that cannot be wrapped.
    public static let invalidWrapper = Diagnostic.Code("invalid-wrapper")
}

extension Diagnostic {
    static func aroundWithoutType(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidWrapper, "around expects the name of a type and of its method, got \"\(name)\"", at: location,
            hints: ["write `around \"Type.method\" (function(original, self, …) … end)`"])
    }

    static func aroundTypeTooLate(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidWrapper, "around \"\(name)\" cannot be used after the scripts have been read", at: location,
            hints: [
                "a function can wrap a method of one object: "
                    + "`around(object, \"method\", function(original, self, …) … end)`"
            ])
    }

    static func aroundTypeWithMore(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidWrapper, "around \"\(name)\" takes the function in a second call", at: location,
            hints: ["write `around \"\(name)\" (function(original, self, …) … end)`"])
    }

    static func aroundNothing(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.invalidWrapper, "around expects an object that still exists", at: location)
    }

    static func aroundProtocol(
        _ name: String, _ type: String, _ providers: [String], _ member: String, at location: ScriptLocation?
    ) -> Diagnostic {
        let examples = providers.prefix(12).map { "`around \"\($0).\(member)\"`" }.joined(separator: ", ")
        return Diagnostic(
            .invalidWrapper, "around \"\(name)\": \(type) is not an exposed type, so it has no methods to wrap",
            at: location,
            hints: ["the types that provide it are wrapped one by one: \(examples)"])
    }

    static func aroundProperty(_ member: String, of type: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.invalidWrapper, "\"\(member)\" is a property of \(type), and around wraps methods", at: location)
    }

    static func aroundStaticMethod(_ member: String, of type: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidWrapper, "\"\(member)\" is a static method of \(type), and around wraps methods of objects",
            at: location)
    }

    static func aroundAsynchronous(_ member: String, of type: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.invalidWrapper, "\(type).\(member) is asynchronous and cannot be wrapped", at: location)
    }

    static func aroundUnknown(
        _ member: String, of type: String, _ known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: member)
        let all = known.isEmpty ? "\(type) exposes no methods" : "its methods are \(known.joined(separator: ", "))"
        return Diagnostic(
            .unknownMember, "\(type) has no method \"\(member)\" to wrap", at: location, suggestions: near,
            hints: near.isEmpty ? [all] : [])
    }

    static func aroundUnexposed(_ type: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.invalidWrapper, "\(type) is not exposed, so it has no methods to wrap", at: location)
    }

    static func aroundValue(_ type: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidWrapper, "\(type) is not a class, so a single value of it cannot be wrapped", at: location,
            hints: ["`around \"\(type).method\"` wraps the method of all values"])
    }

    static func aroundArity(
        _ subject: String, _ signature: Signature, _ given: Int, at location: ScriptLocation?
    ) -> Diagnostic {
        let names = signature.arguments.map { $0.label.first?.isNumber == true ? "argument\($0.label)" : $0.label }
        let parameters = (["original", "self"] + names).joined(separator: ", ")
        return Diagnostic(
            .invalidWrapper,
            "\(subject): the function must have \(names.count + 2) parameters, has \(given)", at: location,
            hints: ["write `function(\(parameters)) … end`, or `function(original, self, ...) … end`"])
    }

    static func aroundResult(_ title: String, _ error: ConversionError, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "around \"\(title)\": the result of the function \(error.statement)", at: location,
            suggestions: error.suggestions)
    }

    static func originalTooLate(_ title: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidWrapper, "the original of \(title) can only be called until the function returns that received it",
            at: location)
    }

    static func originalSurplus(
        _ title: String, _ labels: [String], given: Int, at location: ScriptLocation?
    ) -> Diagnostic {
        let count = "\(labels.count) argument\(labels.count == 1 ? "" : "s")"
        return Diagnostic(
            .invalidWrapper, "the original of \(title) takes \(count), got \(given)", at: location,
            hints: given == labels.count + 1 ? ["it has its object already: leave out `self`"] : [])
    }

    static func noObjects(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidWrapper, "\(subject): there is no container with the words of MoonwireObjects", at: location,
            hints: ["call `$0.addObjects()` in the registrations of the container"])
    }

    static func aroundOtherTypes(
        _ member: String, of type: String, _ signature: Signature, _ given: [String], _ result: String,
        at location: ScriptLocation?
    ) -> Diagnostic {
        let expected = signature.arguments.map(\.type).joined(separator: ", ")
        return Diagnostic(
            .invalidWrapper,
            "\(type).\(member) is (\(expected)) -> \(signature.result), "
                + "and the wrapper is for (\(given.joined(separator: ", "))) -> \(result)", at: location)
    }

    static func undoWithArguments(_ given: Int, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.invalidWrapper, "undo takes no arguments, got \(given)", at: location)
    }
}
