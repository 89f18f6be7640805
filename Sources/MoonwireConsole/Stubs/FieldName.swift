import MoonwireCore
import MoonwireValues

/// The name of a field as annotations want it: one that would be read as the field's visibility stands in brackets, as does
/// what is no name at all.
func fieldName(_ name: String) -> String {
    ["public", "protected", "private", "package"].contains(name) || !name.isName ? "[\(name.luaLiteral)]" : name
}
