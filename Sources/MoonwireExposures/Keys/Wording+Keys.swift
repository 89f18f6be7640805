// The sentences about keys.
extension Wording {
    static func noKey(_ kind: DeclaredKey.Kind, _ id: String, _ reason: KeyReason) -> String {
        "\(kind) \(StringText.literal(id)) has no key: \(text(reason))"
    }

    static func sameKeyName(_ kind: DeclaredKey.Kind, _ ids: [String], _ name: String) -> String {
        "the \(kind)s \(ids.map(StringText.literal).joined(separator: " and ")) have the same key name, \(name): rename one of them"
    }

    static func stoppedScripts(_ module: String, _ diagnostics: [String]) -> String {
        "\(diagnostics.joined(separator: "\n"))\n\(module): the scripts stop early; Keys.swift did not change"
    }

    static func faultyScripts(_ module: String, _ count: Int) -> String {
        "\(module): the scripts have \(count) fault\(count == 1 ? "" : "s"), which `moonwire check` shows"
    }

    static func wroteKeys(_ path: String, _ module: String, _ count: Int) -> String {
        "\(module): wrote \(path) with \(count) key\(count == 1 ? "" : "s")"
    }

    static func currentKeys(_ path: String, _ module: String, _ count: Int) -> String {
        "\(module): \(path) is up to date, with \(count) key\(count == 1 ? "" : "s")"
    }

    static func wroteTypes(_ path: String, _ module: String) -> String { "\(module): wrote \(path)" }

    static func currentTypes(_ path: String, _ module: String) -> String { "\(module): \(path) is up to date" }

    static func unknownTypes(_ path: String, _ module: String, output: String) -> String {
        "\(output.trimmed)\n\(module) does not compile, so \(path) did not change"
    }

    static func removedKey(_ name: String, _ module: String) -> String { "\(module): the key \(name) is removed" }

    private static func text(_ reason: KeyReason) -> String {
        switch reason {
        case .private: "it is not public"
        case .noName: "its id contains no letter and no digit"
        case .handWritten: "a key with that name is written by hand"
        case .unknownType(.function): "a function creates it, so its type is not known"
        case .unknownType(.supplied): "the application supplies it, and the script does not name its type"
        case .unknownType(.factory): "the type of its factory's result is not known"
        case .unknownType(.null): "its default is null, so its type is not known"
        case .differentTypes(let types):
            "it has different types, and no single type that all of them provide: "
                + types.map { "\($0.type) in \($0.environment)" }.joined(separator: ", ")
        case .notAType(let name): "\(StringText.literal(name)) is not the name of a type"
        case .hiddenType(let type): "its type \(type) is private"
        case .compiler(let type, let message): "a key of type \(type) does not compile: \(message)"
        }
    }
}
