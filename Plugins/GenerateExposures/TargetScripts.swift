import Foundation
import PackagePlugin

/// The scripts of a target, and the description of its types beside them.
///
/// The file Moonwire.json of a package lists them by the names of targets. A target that it does not name has the container.lua in its own
/// folder, or that of the package if no other target depends on Moonwire.
struct TargetScripts {
    /// Each overrides the previous one.
    let scripts: [URL]
    let types: URL

    /// A mistake in Moonwire.json.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// Nil if the target has no scripts.
    init?(of target: any SourceModuleTarget, in package: Package) throws {
        var scripts = try Self.listed(in: package)?[target.name]
        if scripts == nil {
            let own = target.directoryURL.appending(path: Self.usual)
            let shared = package.directoryURL.appending(path: Self.usual)
            if Self.exists(own) {
                scripts = [own]
            } else if Self.exists(shared), Self.users(in: package).map(\.name) == [target.name] {
                scripts = [shared]
            }
        }
        guard let scripts, let first = scripts.first else { return nil }
        self.scripts = scripts
        types = first.deletingLastPathComponent().appending(path: "\(target.moduleName).types.json")
    }

    /// The scripts in Moonwire.json, by target; nil if the package does not have the file.
    private static func listed(in package: Package) throws -> [String: [URL]]? {
        let file = package.directoryURL.appending(path: "Moonwire.json")
        guard exists(file) else { return nil }
        guard let lists = try? JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: file)) else {
            throw Mistake(
                description:
                    #"\#(file.path): error: expects the scripts of each target, as in { "App": ["container.lua"] }"#)
        }
        let names = package.targets.map(\.name)
        if let unknown = lists.keys.sorted().first(where: { !names.contains($0) }) {
            throw Mistake(
                description:
                    "\(file.path): error: there is no target \"\(unknown)\": the targets are \(names.joined(separator: ", "))"
            )
        }
        return try lists.mapValues { paths in
            try paths.map { path in
                let script = package.directoryURL.appending(path: path)
                guard exists(script) else {
                    throw Mistake(
                        description: "\(file.path): error: there is no script \"\(path)\" in the folder of the package")
                }
                return script
            }
        }
    }

    /// The targets that depend on Moonwire, without tests.
    static func users(in package: Package) -> [SwiftSourceModuleTarget] {
        package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { target in
            (target.kind == .generic || target.kind == .executable)
                && target.dependencies.contains { dependency in
                    switch dependency {
                    case .target(let target): target.name == "Moonwire"
                    case .product(let product): product.targets.contains { $0.name == "Moonwire" }
                    @unknown default: false
                    }
                }
        }
    }

    private static let usual = "container.lua"

    private static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }
}
