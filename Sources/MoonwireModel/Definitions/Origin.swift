package import MoonwireValues

/// Where something was written: the line of the call, the caller of the helper function that contains it, and the lines of its
/// fields.
package struct Origin: Sendable {
    package let location: ScriptLocation?
    /// The line that called the helper function that contains `location`.
    package let caller: ScriptLocation?
    /// Whether it was written for one environment only, where it replaces what was written for all.
    package let isConditional: Bool
    private let fields: (any FieldLocator)?

    package init(
        _ location: ScriptLocation?, caller: ScriptLocation? = nil, isConditional: Bool = false,
        fields: (any FieldLocator)? = nil
    ) {
        self.location = location
        self.caller = caller
        self.isConditional = isConditional
        self.fields = fields
    }

    /// The line on which a field of the call's table was written; the line of the call if it cannot be determined.
    package func location(of path: [String], in subject: String) -> ScriptLocation? {
        guard let location, let line = fields?.line(of: path, in: subject, at: location.line) else { return location }
        return ScriptLocation(location.fileNumber, line: line)
    }
}

extension Origin {
    /// The severity of a replacement: a warning in the same layer, unless the new definition is for one environment and the old one
    /// for all.
    func severity(ofReplacing former: Origin, isSameLayer: Bool) -> Diagnostic.Severity {
        isSameLayer && !(isConditional && !former.isConditional) ? .warning : .note
    }
}

/// Finds the line of a field in the text of a script.
package protocol FieldLocator: AnyObject, Sendable {
    /// The line of the field at `path` in the table of the call for `subject` at `line`.
    func line(of path: [String], in subject: String, at line: Int) -> Int?
}
