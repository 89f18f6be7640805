import Foundation

/// The command `generate-exposures`: writes the exposures of each target, or compares them with the files.
package struct GenerateExposures {
    private let arguments: Arguments
    private let print: (String) -> Void

    /// Runs the command with the arguments of a process, and returns its exit status: 1 after faults, 2 for wrong arguments.
    package static func run(_ arguments: [String], print: @escaping (String) -> Void) -> Int32 {
        do {
            return GenerateExposures(arguments: try Arguments(arguments), print: print).status
        } catch {
            print("error: \((error as? Mistake).map { Wording.text($0) { $0 } } ?? error.localizedDescription)")
            return 2
        }
    }

    private var status: Int32 {
        do {
            return try run() ? 0 : 1
        } catch {
            print("error: \((error as? Mistake).map { Wording.text($0, shown) } ?? error.localizedDescription)")
            return 1
        }
    }

    /// Whether all files are, or were, written or up to date.
    private func run() throws -> Bool {
        guard let manifest = try? String(contentsOf: arguments.manifest, encoding: .utf8) else {
            throw Mistake.noManifest(arguments.manifest.path)
        }
        guard let compilation = BuildManifest(manifest).compilation(of: target.module) else {
            throw Mistake.unknownModule(target.module)
        }
        let compiler = try ModuleCompiler(
            compilation, module: target.module,
            leavingOut: [GeneratedFile.exposures(in: target.folder), GeneratedFile.keys(in: target.folder)],
            folder: arguments.work.appending(path: target.module))
        let module = try declarations(compiler)
        let (plan, text) = try generate(module, compilation, compiler)
        defer { reportSameNames(plan) }
        guard try finish(plan, text) else { return false }
        let keys = GenerateKeys(
            arguments: arguments, compilation: compilation, compiler: compiler, module: module, exposures: text,
            access: plan.access, print: print, shown: shown)
        return try keys.run()
    }

    private var target: Arguments.Target { arguments.target }

    /// What is exposed, and the text of the file, which compiles.
    private func generate(
        _ module: ModuleDeclarations, _ compilation: Compilation, _ compiler: ModuleCompiler
    ) throws -> (ExposurePlan, String) {
        var plan = ExposurePlanner.plan(module, providing: arguments.modules)
        let former = try GeneratedFile(GeneratedFile.exposures(in: target.folder)).text
        while true {
            let generated = GeneratedText(plan, isMainActorByDefault: compilation.isMainActorByDefault)
            // A file was compiled before it was written.
            if !plan.faults.isEmpty || generated.text == former { return (plan, generated.text) }
            let messages = try compiler.faults(in: generated.text)
            if messages.isEmpty { return (plan, generated.text) }
            try leaveOut(messages, generated, &plan)
        }
    }

    /// The declarations of the module without its generated files.
    private func declarations(_ compiler: ModuleCompiler) throws -> ModuleDeclarations {
        func declarations(with keys: String?) throws -> ModuleDeclarations {
            let (graph, extensions) = try compiler.symbolGraphs(with: keys)
            return ModuleDeclarations(graph, extensions: extensions)
        }
        do {
            return try declarations(with: nil)
        } catch let failure as ModuleCompiler.Failure {
            // Declarations can need the keys.
            if let keys = try GeneratedFile(GeneratedFile.keys(in: target.folder)).text,
                var result = try? declarations(with: keys)
            {
                // These are the generated ones.
                result.handWrittenKeys = []
                return result
            }
            throw Mistake.doesNotCompile(target.module, output: failure.output)
        }
    }

    /// Leaves out the members whose exposures do not compile; at least one, so that the work ends.
    private func leaveOut(_ messages: [CompilerMessage], _ generated: GeneratedText, _ plan: inout ExposurePlan) throws
    {
        var members: [MemberName: String] = [:]
        for message in messages {
            guard let member = generated.member(inLine: message.line) else {
                throw Mistake.generatedCode(target.module, message: message.text)
            }
            if members[member] == nil { members[member] = message.text }
        }
        plan.leaveOut(members)
    }

    /// Types of the same name, as far as the generated files of other targets show them.
    private func reportSameNames(_ plan: ExposurePlan) {
        for other in arguments.others {
            guard let text = try? GeneratedFile(GeneratedFile.exposures(in: other.folder)).text else { continue }
            let types = Set(GeneratedText.listedTypes(in: text)).intersection(plan.listedTypes)
            for type in types.sorted() {
                print("note: \(Wording.sameName(type, [target.module, other.module].sorted()))")
            }
        }
    }

    private func finish(_ plan: ExposurePlan, _ text: String) throws -> Bool {
        let file = try GeneratedFile(GeneratedFile.exposures(in: target.folder))
        let path = shown(file.url.path)
        for remark in plan.notes { print("note: \(remark.described(shown))") }
        for remark in plan.faults { print("error: \(remark.described(shown))") }
        guard plan.faults.isEmpty else {
            print(Wording.faulty(path, target.module))
            return false
        }
        guard !plan.isEmpty || file.text != nil else {
            print(Wording.nothingExposed(target.module))
            return true
        }
        let counts = (generated: plan.names.count, handWritten: plan.handWrittenCount)
        if text == file.text {
            print(Wording.upToDate(path, target.module, counts))
            return true
        }
        if arguments.isCheck {
            print("error: \(Wording.stale(path, target.module, line: file.firstDifference(text)))")
            return false
        }
        try file.replace(by: text)
        let removed = Set(GeneratedText.extendedTypes(in: file.text ?? "")).subtracting(plan.exposures.map(\.type.name))
        for name in removed.sorted() { print("note: \(Wording.removed(name, target.module))") }
        print(Wording.wrote(path, target.module, counts))
        return true
    }

    /// A path relative to the package, if it is inside.
    private func shown(_ path: String) -> String {
        guard let folder = arguments.package?.path else { return path }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
    }
}
