package import MoonwireModel

/// The function of a script that wraps a method of one object.
package struct WrapScript: Sendable {
    let identity: ScriptIdentity?
    private let function: FunctionInspection?
    private let texts: FunctionTexts

    /// `texts` are those of the function's scripts.
    package init(_ function: FunctionInspection?, of identity: ScriptIdentity?, _ texts: FunctionTexts) {
        self.identity = identity
        self.function = function
        self.texts = texts
    }

    func isOf(_ other: ScriptIdentity?) -> Bool { identity != nil && identity === other }

    /// Whether other scripts contain the function, line by line, in a file with the same name.
    func isContained(in other: FunctionTexts) -> Bool {
        guard let function else { return false }
        // A script that is not a file is always the same.
        guard let text = texts.text(of: function) else { return !other.hasFile(function.file) }
        return other.contains(text, in: function.file)
    }

    func isSame(as other: WrapScript) -> Bool {
        guard let function, let same = other.function, function.file == same.file else { return false }
        guard let text = texts.text(of: function) else { return function == same }
        return text == other.texts.text(of: same)
    }
}
