/// The name of a package and of its modules.
struct ModuleName {
    let text: String

    /// Throws ``UsageError`` if Swift does not accept a module of that name, or if another module has it.
    init(_ text: String) throws {
        let isWord = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard isWord, text.first?.isLetter == true else { throw UsageError.badModuleName(text) }
        guard !Self.taken.contains(text), !text.hasPrefix("Moonwire") else { throw UsageError.takenModuleName(text) }
        self.text = text
    }

    /// The keywords of Swift that are words of a usual name, and the modules that a new package imports, also indirectly.
    private static let taken = Set(
        """
        CLua CLuaShim Darwin Dispatch Foundation FoundationEssentials Glibc LuaRuntime Observation Swift Synchronization
        Testing XCTest
        Any Self as actor break case catch class continue default defer do else enum extension false for func guard if
        import in init is let main nil protocol repeat return self static struct super switch test throw throws true try
        var where while
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
