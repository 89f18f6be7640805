/// Why the command ends without a result.
enum Mistake: Error {
    case usage(String)
    /// The description of the build cannot be read.
    case noManifest(String)
    case unknownModule(String)
    /// A file of the application has the name of the generated file.
    case notGenerated(String)
    case unreadable(String, String)
    case unwritable(String, String)
    case doesNotCompile(String, output: String)
    /// Code that belongs to no member does not compile.
    case generatedCode(String, message: String)
}
