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
    /// The scripts stop before they have defined everything.
    case stoppedScripts(String, [String])
    /// The program that describes the types does not link, or it fails.
    case typesProgram(String, output: String)
    /// Code that belongs to no member does not compile.
    case generatedCode(String, message: String)
}
