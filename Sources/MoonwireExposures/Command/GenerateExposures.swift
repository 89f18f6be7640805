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
        guard let text = try? String(contentsOf: arguments.manifest, encoding: .utf8) else {
            throw Mistake.noManifest(arguments.manifest.path)
        }
        guard let compilation = BuildManifest(text).compilation(of: target.module) else {
            throw Mistake.unknownModule(target.module)
        }
        let plan = try plan(compilation)
        defer { reportSameNames(plan) }
        return try finish(plan, GeneratedText(plan, isMainActorByDefault: compilation.isMainActorByDefault))
    }

    private var target: Arguments.Target { arguments.target }

    private func plan(_ compilation: Compilation) throws -> ExposurePlan {
        let compiler = SymbolGraphCompiler(
            compilation: compilation, module: target.module, folder: arguments.work.appending(path: target.module))
        do {
            let graph = try compiler.run(leavingOut: GeneratedFile.url(in: target.folder))
            return ExposurePlanner.plan(ModuleDeclarations(graph), providing: arguments.modules)
        } catch let failure as SymbolGraphCompiler.Failure {
            throw Mistake.doesNotCompile(target.module, output: failure.output)
        }
    }

    /// Types of the same name, as far as the generated files of other targets show them.
    private func reportSameNames(_ plan: ExposurePlan) {
        for other in arguments.others {
            guard let text = try? GeneratedFile(in: other.folder).text else { continue }
            let types = Set(GeneratedText.listedTypes(in: text)).intersection(plan.listedTypes)
            for type in types.sorted() {
                print("note: \(Wording.sameName(type, [target.module, other.module].sorted()))")
            }
        }
    }

    private func finish(_ plan: ExposurePlan, _ text: GeneratedText) throws -> Bool {
        let file = try GeneratedFile(in: target.folder)
        let path = shown(file.url.path)
        for remark in plan.notes { print("note: \(shown(remark))") }
        for remark in plan.faults { print("error: \(shown(remark))") }
        guard plan.faults.isEmpty else {
            print(Wording.faulty(path, target.module))
            return false
        }
        guard !plan.isEmpty || file.text != nil else {
            print(Wording.nothingExposed(target.module))
            return true
        }
        let counts = (generated: plan.names.count, handWritten: plan.handWrittenCount)
        if text.text == file.text {
            print(Wording.upToDate(path, target.module, counts))
            return true
        }
        if arguments.isCheck {
            let line = file.text.map { Self.firstDifference($0, text.text) }
            print("error: \(Wording.stale(path, target.module, line: line))")
            return false
        }
        try file.replace(by: text.text)
        let removed = Set(GeneratedText.extendedTypes(in: file.text ?? "")).subtracting(plan.exposures.map(\.type.name))
        for name in removed.sorted() { print("note: \(Wording.removed(name, target.module))") }
        print(Wording.wrote(path, target.module, counts))
        return true
    }

    /// The number of the first line that differs.
    private static func firstDifference(_ one: String, _ other: String) -> Int {
        let (one, other) = (
            one.split(separator: "\n", omittingEmptySubsequences: false),
            other.split(separator: "\n", omittingEmptySubsequences: false)
        )
        return (zip(one, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(one.count, other.count)) + 1
    }

    private func shown(_ remark: Remark) -> String {
        guard let location = remark.location else { return remark.text }
        return "\(shown(location.file)):\(location.line): \(remark.text)"
    }

    /// A path relative to the package, if it is inside.
    private func shown(_ path: String) -> String {
        guard let folder = arguments.package?.path else { return path }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
    }
}
