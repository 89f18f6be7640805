import MoonwireCore
import MoonwireValues

/// The name of a field in the syntax of annotations: a word that means visibility, and a string that is not a name, are
/// written in brackets.
func fieldName(_ name: String) -> String {
    ["public", "protected", "private", "package"].contains(name) || !name.isName ? "[\(name.luaLiteral)]" : name
}
