import MoonwireCore
import MoonwireValues

/// Names after a percent sign that is not closed, such as `%host`.
///
/// They are plain text unless a parameter has that name, which is known once all scripts have been read.
struct UnclosedPlaceholders {
    fileprivate struct Form {
        let name: String
        let subject: String
        let key: String
        let path: [String]
        let origin: Origin
    }

    private var forms: [Form] = []
    /// Those of the scripts that were run before, by their numbers.
    private var finished: [[Form]] = []

    mutating func note(_ name: String, in table: ScriptTable, at path: [String]) {
        forms.append(Form(name: name, subject: table.subject, key: table.key, path: path, origin: table.origin))
    }

    /// A script has ended.
    ///
    /// - Parameter isOverLimit: Whether it ran out of something, which is reported alone.
    mutating func endScript(isOverLimit: Bool) {
        finished.append(isOverLimit ? [] : forms)
        forms = []
    }

    /// Reports the forms whose names are those of parameters.
    func report(to layers: inout [Layer], _ parameters: ParameterTree) {
        for (number, forms) in finished.enumerated() {
            for form in forms {
                guard let name = parameters.nameOfParameter(atStartOf: form.name) else { continue }
                layers[number].diagnostics.append(form.fault(name))
            }
        }
    }
}

extension UnclosedPlaceholders.Form {
    fileprivate func fault(_ name: String) -> Diagnostic {
        var fault = Diagnostic.textForm(
            TextForms.Fault(form: "%\(name)", reason: .unclosed(name)), subject, path,
            at: origin.location(of: path, in: key))
        if let caller = origin.caller { fault.hints.append("called from \(caller)") }
        return fault
    }
}
