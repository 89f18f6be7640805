package import MoonwireModel

/// The function of a script that wraps a method of one object.
package struct WrapScript: Sendable {
    let identity: ScriptIdentity?
    /// Kept, so that the scripts keep the objects that the function refers to.
    private let life: ScriptLife?
    private let function: FunctionInspection?
    private let texts: FunctionTexts

    /// `texts` are those of the function's scripts; `life` is nil if these are over.
    package init(
        _ function: FunctionInspection?, of identity: ScriptIdentity?, _ life: ScriptLife?, _ texts: FunctionTexts
    ) {
        self.identity = identity
        self.life = life
        self.function = function
        self.texts = texts
    }

    func isOf(_ other: ScriptIdentity?) -> Bool { identity != nil && identity === other }

    /// Releases the wrapped object, which the function may refer to: it would never end.
    func makeWeak(_ object: AnyObject) { life?.makeWeak(object) }

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
