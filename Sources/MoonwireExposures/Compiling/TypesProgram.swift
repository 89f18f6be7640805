import Foundation

/// A program that describes the exposed types of a module, those with hand-written exposures included.
///
/// Only the program itself knows them: the symbol graph has neither the members of hand-written exposures nor the values of enumerations.
struct TypesProgram {
    let compiler: ModuleCompiler
    let compilation: Compilation
    let module: String
    /// Other modules with exposures.
    let exposing: [String]

    /// The program does not link, or it fails.
    struct Failure: Error {
        let output: String
    }

    /// The beginning of each description.
    static let mark = "{\"scopes\":["

    /// Links the program with the compiled module, and runs it; throws ``Failure``.
    func description(_ object: URL) throws -> String {
        do {
            let program = try compiler.link(text, [object.path] + compilation.objects + compilation.libraries)
            let file = program.appendingPathExtension("json")
            let (status, output) = try compiler.run(program, [file.path])
            guard status == 0 else { throw Failure(output: output) }
            return String(decoding: try Data(contentsOf: file), as: UTF8.self) + "\n"
        } catch let failure as ModuleCompiler.Failure {
            throw Failure(output: failure.output)
        }
    }

    private var text: String {
        let imports = ([module] + exposing).map { "@testable import \($0)\n" }.joined()
        let types = ([module] + exposing).map { exposing.isEmpty ? "Exposures.all" : "\($0).Exposures.all" }
        return """
            import Foundation
            import Moonwire
            \(imports)
            do {
                let registry = try TypeRegistry(\(types.joined(separator: " + ")))
                try registry.manifest().write(to: URL(filePath: CommandLine.arguments[1]))
            } catch {
                print(error)
                exit(1)
            }

            """
    }
}
