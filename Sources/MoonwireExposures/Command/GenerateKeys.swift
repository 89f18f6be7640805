import Foundation
import MoonwireCore

/// Writes the keys of a target's scripts and the description of its types, or compares them with the files.
struct GenerateKeys {
    let arguments: Arguments
    let compilation: Compilation
    let compiler: ModuleCompiler
    let module: ModuleDeclarations
    /// The text of the file with exposures.
    let exposures: String
    /// The access of the list of exposed types.
    let access: AccessLevel
    let print: (String) -> Void
    let shown: (String) -> String

    /// Whether the files are, or were, written or up to date; a target without scripts has none.
    func run() throws -> Bool {
        guard !arguments.scripts.isEmpty else { return true }
        let file = try GeneratedFile(GeneratedFile.keys(in: target.folder))
        let typesFile = try GeneratedFile(arguments.types, mark: TypesProgram.mark)
        var types = try describeTypes(with: file.text)
        var (plan, text) = try keys(
            types.description ?? typesFile.text, compiled: types.description == nil ? nil : file.text)
        // New keys can be what the module needs to compile.
        if types.description == nil, plan.faults.isEmpty, text != file.text {
            types = try describeTypes(with: text)
            if let description = types.description { (plan, text) = try keys(description, compiled: text) }
        }
        guard try finish(plan, text, file) else { return false }
        guard let description = types.description else {
            print("error: \(Wording.unknownTypes(shown(typesFile.url.path), target.module, output: types.output))")
            return false
        }
        return try finish(description, typesFile)
    }

    private var target: Arguments.Target { arguments.target }

    /// The description of the types; nil, with the output of the compiler, if the module does not compile.
    private func describeTypes(with keys: String?) throws -> (description: String?, output: String) {
        do {
            let object = try compiler.object(
                with: ["Exposures.swift": exposures, "Keys.swift": keys].compactMapValues(\.self))
            let program = TypesProgram(
                compiler: compiler, compilation: compilation, module: target.module, exposing: arguments.exposing)
            return (try program.description(object), "")
        } catch let failure as ModuleCompiler.Failure {
            return (nil, failure.output)
        } catch let failure as TypesProgram.Failure {
            throw Mistake.typesProgram(target.module, output: failure.output)
        }
    }

    /// The keys, and their file, which compiles; `compiled` is known to compile.
    private func keys(_ types: String?, compiled: String?) throws -> (KeyPlan, String) {
        let declared: DeclaredKeys
        do {
            // A description of another version is of no use.
            let registry = types.flatMap { try? TypeRegistry(manifest: Data($0.utf8)) }
            declared = try ScriptKeyReader.read(arguments.scripts, types: registry)
        } catch let failure as ScriptKeyReader.Failure {
            throw Mistake.stoppedScripts(target.module, failure.diagnostics)
        }
        var plan = KeyPlanner.plan(declared, in: module, usualAccess: access, shown: shown)
        plan.scriptFaultCount = declared.faultCount
        while true {
            let generated = KeysText(plan, isMainActorByDefault: compilation.isMainActorByDefault)
            if !plan.faults.isEmpty || generated.text == compiled { return (plan, generated.text) }
            let messages = try compiler.faults(in: generated.text, beside: exposures)
            if messages.isEmpty { return (plan, generated.text) }
            var members: [MemberName: String] = [:]
            for message in messages {
                guard let member = generated.member(inLine: message.line) else {
                    throw Mistake.generatedCode(target.module, message: message.text)
                }
                if members[member] == nil { members[member] = message.text }
            }
            plan.leaveOut(members)
        }
    }

    // MARK: Files

    private func finish(_ plan: KeyPlan, _ text: String, _ file: GeneratedFile) throws -> Bool {
        let path = shown(file.url.path)
        for remark in plan.notes { print("note: \(remark.described(shown))") }
        for remark in plan.faults { print("error: \(remark.described(shown))") }
        guard plan.faults.isEmpty else {
            print(Wording.faulty(path, target.module))
            return false
        }
        if plan.scriptFaultCount > 0 { print("note: \(Wording.faultyScripts(target.module, plan.scriptFaultCount))") }
        if text == file.text {
            print(Wording.currentKeys(path, target.module, plan.keys.count))
            return true
        }
        guard try replace(file, text, path) else { return false }
        let removed = Set(KeysText.names(in: file.text ?? "")).subtracting(KeysText.names(in: text))
        for name in removed.sorted() { print("note: \(Wording.removedKey(name, target.module))") }
        print(Wording.wroteKeys(path, target.module, plan.keys.count))
        return true
    }

    private func finish(_ description: String, _ file: GeneratedFile) throws -> Bool {
        let path = shown(file.url.path)
        if description == file.text {
            print(Wording.currentTypes(path, target.module))
            return true
        }
        guard try replace(file, description, path) else { return false }
        print(Wording.wroteTypes(path, target.module))
        return true
    }

    /// Returns false if the file is only checked.
    private func replace(_ file: GeneratedFile, _ text: String, _ path: String) throws -> Bool {
        if arguments.isCheck {
            print("error: \(Wording.stale(path, target.module, line: file.firstDifference(text)))")
            return false
        }
        try file.replace(by: text)
        return true
    }
}
