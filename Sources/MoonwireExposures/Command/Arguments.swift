import Foundation

/// The arguments of the command, which the plugin gives.
struct Arguments {
    /// The build engine's description of the build.
    private(set) var manifest = URL(filePath: "debug.yaml")
    /// A folder for files of the command.
    private(set) var work = URL(filePath: "work")
    /// The folder to which messages refer.
    private(set) var package: URL?
    /// Whether to compare instead of writing.
    private(set) var isCheck = false
    let target: Target
    /// Other targets with generated files.
    private(set) var others: [Target] = []
    /// Modules of the package that the target imports and that have generated exposures.
    private(set) var exposing: [String] = []
    /// The scripts of the target, each of which overrides the previous one; without them, there are no keys.
    private(set) var scripts: [String] = []
    /// The file for the description of the types.
    private(set) var types = URL(filePath: "types.json")
    /// The modules of the package, whose protocols are provided.
    private(set) var modules: Set<String> = []

    /// A target, by its module and the folder of its sources.
    struct Target {
        let module: String
        let folder: URL
    }

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var target: Target?
        func next(_ option: String) throws -> String {
            guard let value = rest.popFirst() else { throw Mistake.usage(Wording.missingValue(option)) }
            return value
        }
        while let option = rest.popFirst() {
            switch option {
            case "--check": isCheck = true
            case "--manifest": manifest = URL(filePath: try next(option))
            case "--work": work = URL(filePath: try next(option))
            case "--package": package = URL(filePath: try next(option))
            case "--exposing": exposing.append(try next(option))
            case "--script": scripts.append(try next(option))
            case "--types": types = URL(filePath: try next(option))
            case "--module": modules.insert(try next(option))
            case "--target": target = Target(module: try next(option), folder: URL(filePath: try next(option)))
            case "--other": others.append(Target(module: try next(option), folder: URL(filePath: try next(option))))
            default: throw Mistake.usage(Wording.unknownArgument(option))
            }
        }
        guard let target else { throw Mistake.usage(Wording.noTarget) }
        self.target = target
    }
}
