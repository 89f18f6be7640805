import MoonwireCore
import MoonwireValues

// Sentences about text forms that are not understood, and about parameters that exclude each other.

extension Diagnostic.Code {
    /// A string contains a form that is not valid.
    public static let invalidTextForm = Diagnostic.Code("invalid-text-form")
    /// A parameter is a map in one definition and another value in a second one.
    public static let parameterConflict = Diagnostic.Code("parameter-conflict")
}

extension Diagnostic {
    static func textForm(
        _ fault: TextForms.Fault, _ subject: String, _ path: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let suffix = path.isEmpty ? "" : " in \"\(path.joined(separator: "."))\""
        let (reason, suggestions, hints) = explanation(of: fault)
        return Diagnostic(
            .invalidTextForm, "\(subject): \"\(fault.form.prefix(80))\"\(suffix) is not valid: \(reason)", at: location,
            suggestions: suggestions, hints: hints)
    }

    /// Names of parameters are suggested later, when all of them are known.
    private static func explanation(
        of fault: TextForms.Fault
    ) -> (reason: String, suggestions: [String], hints: [String]) {
        let escape = "write `%%` for a percent sign, or `raw \"…\"` for a string that is not interpreted"
        switch fault.reason {
        case .unknownType(let name, let processors):
            let known = EnvironmentType.names + processors
            let near = Suggestions(among: known).nearest(to: name)
            let types = "the types are \(known.joined(separator: ", "))"
            return ("there is no type \"\(name)\"", near, near.isEmpty ? [types] : [])
        case .typeOfNoText(let type, let former):
            return (
                "\"\(former)\" does not result in a string, which \"\(type)\" could read", [],
                ["types are read from right to left: `%env(json:file:NAME)%` reads a file, and its JSON"]
            )
        case .fileOfValue(let former):
            return (
                "\"file\" must be the last type, right before the name, and \"\(former)\" follows it", [],
                ["types are read from right to left: `%env(json:file:NAME)%` reads a file, and its JSON"]
            )
        case .tooManyTypes: return ("there are more than \(TextForms.mostTypes) types", [], [])
        case .noDefault:
            return ("the default is missing", [], ["write `%env(default:80:int:NAME)%` or `%env(default:text:NAME)%`"])
        case .unfitDefault(let text, let type):
            return ("the default must be \(type.expectation), and is \"\(text)\"", [], [])
        case .defaultOfFile: return ("a variable that names a file has no default", [], [])
        case .variable(let name):
            return (
                "\"\(name)\" is not a valid variable name", [], ["write `%env(NAME)%` or `%env(int:NAME)%`"]
            )
        case .unfinished: return ("`)%` is missing", [], ["write `%env(NAME)%` or `%env(int:NAME)%`", escape])
        case .parameter(let name):
            return ("\"\(name)\" is not a valid parameter name", [], [escape])
        case .unclosed(let name):
            return (
                "\"\(name)\" is a parameter, and the second percent sign is missing", [],
                ["write `%\(name)%` for the value of the parameter", escape]
            )
        case .placeholderInID:
            return (
                "the id of a service cannot contain a parameter or a variable", [],
                ["declare an `alias` for each environment, and refer to that"]
            )
        case .noID:
            return ("the id of a service is missing", [], ["write `raw \"@?\"` for a string that is not interpreted"])
        }
    }

    /// Two values of one table for the same parameter, or one for a parameter and one for a value in it.
    static func parameterGivenTwice(_ conflict: ParameterTree.Conflict, at location: ScriptLocation?) -> Diagnostic {
        let first = conflict.former.location.map { ["first given at \($0)"] } ?? []
        let sentence =
            conflict.isOfOtherShape
            ? "parameters: \"\(conflict.name)\" is given as a value and as a table"
            : "parameters: \"\(conflict.name)\" is given twice in one table"
        return Diagnostic(.parameterConflict, sentence, at: location, hints: first)
    }
}
