import MoonwireSupport
package import MoonwireValues

/// A file that a script includes with a prefix for its ids, with exports, or with options.
///
/// A class, because its ids are known only after the file has been run, and references in the file can precede them.
package final class FileModule: Sendable {
    /// The name of the file in messages.
    package let file: String
    /// The line of `exports`, or else of `include`.
    package let location: ScriptLocation?
    private let prefix: String
    /// The ids that other files can refer to, as the file names them; nil for all.
    private let exports: [String]?
    private let exported: Set<String>
    /// The module whose file includes this one.
    private let outer: FileModule?
    /// The ids of the file, as it names them.
    private let names = Lock<Set<String>>([])

    package init(
        file: String, prefix: String, exports: [String]?, within outer: FileModule?, location: ScriptLocation?
    ) {
        self.file = file
        self.prefix = prefix
        self.exports = exports
        exported = Set(exports ?? [])
        self.outer = outer
        self.location = location
    }

    /// Records an id that the file defines, and returns the whole one.
    package func define(_ name: String) -> String {
        names.withLock { _ = $0.insert(name) }
        return outer?.define(prefix + name) ?? prefix + name
    }

    /// The whole id to which a name in the file refers: an id of the file, or else of the files around it.
    package func id(of name: String) -> String {
        names.withLock({ $0.contains(name) }) ? whole(name) : outer?.id(of: name) ?? name
    }

    private func whole(_ name: String) -> String { outer?.whole(prefix + name) ?? prefix + name }

    /// The exports that the file does not define, with their positions.
    package var undefinedExports: [(position: Int, name: String)] {
        let names = names.withLock { $0 }
        return (exports ?? []).enumerated().filter { !names.contains($1) }.map { ($0, $1) }
    }

    /// The ids of the file, as it names them.
    package var definedNames: [String] { names.withLock { $0.sorted() } }

    /// Whether no file outside can refer to an id of the file.
    package func hides(_ name: String) -> Bool {
        exports != nil && !exported.contains(name) || outer?.hides(prefix + name) ?? false
    }

    /// The module that hides a service with a whole id from a definition of another one; nil if it can refer to the service.
    func hiding(_ id: String, from user: FileModule?) -> FileModule? {
        var hiding: FileModule?
        var module: FileModule? = self
        while let each = module {
            if user?.isWithin(each) == true { break }
            let start = each.whole("")
            if each.exports != nil, id.hasPrefix(start), !each.exported.contains(String(id.dropFirst(start.count))) {
                hiding = each
            }
            module = each.outer
        }
        return hiding
    }

    private func isWithin(_ module: FileModule) -> Bool {
        self === module || outer?.isWithin(module) == true
    }

    /// The exports as messages show them, with one more.
    func exports(adding id: String) -> String {
        let name = String(id.dropFirst(whole("").count))
        return ((exports ?? []) + [name]).map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
