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

    /// The origin of the table in a field, whatever the subject of its own fields.
    package func nested(at path: [String], in subject: String) -> Origin {
        let nested = fields.flatMap { fields in
            location.map { NestedFields(outer: fields, path: path, subject: subject, line: $0.line) }
        }
        return Origin(
            self.location(of: path, in: subject), caller: caller, isConditional: isConditional, fields: nested)
    }
}

/// Finds the lines of the fields of a table that is in the field of another one.
private final class NestedFields: FieldLocator {
    private let outer: any FieldLocator
    private let path: [String]
    private let subject: String
    /// The line of the call with the outermost table.
    private let line: Int

    init(outer: any FieldLocator, path: [String], subject: String, line: Int) {
        self.outer = outer
        self.path = path
        self.subject = subject
        self.line = line
    }

    func line(of path: [String], in _: String, at _: Int) -> Int? {
        outer.line(of: self.path + path, in: subject, at: line)
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
