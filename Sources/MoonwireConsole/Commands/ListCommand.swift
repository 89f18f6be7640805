import Moonwire
import MoonwireCore
import MoonwireValues

/// `list FILE…`: lists the services.
package struct ListCommand: Command {
    package let name = "list"
    package let summary = "list the services: ids, types, scopes, and where they are defined"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Lists the services that scripts define: their ids, types, scopes, and tags, and where they are defined.
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] {
        [
            Option(
                "--name", ValueHint("PATTERN"), help: "only ids that match; * matches any characters, ? one"),
            Option("--type", .type, help: "only services that have or provide that type"),
            Option(
                "--scope", .scope, help: "only services of that scope"),
            Option("--tag", .tag, help: "only services with that tag"),
            Option("--ids", help: "write only the ids, one per line"), Self.only,
        ] + wiring.options() + [Format.option, .help]
    }
    package var example: String? { wiring.example("--scope transient") }

    private static let only = Option(
        "--only", .choice(NameKind.allCases.map(\.rawValue)).named("KIND"),
        help: "write only the names of that kind: types, scopes, tags, or environments")

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            try refuseCombinations(options)
            if let kind = options.value(Self.only.name).flatMap(NameKind.init) {
                return try wiring.writeNames(kind, options.operands, options, invocation.output)
            }
            return try wiring.tell(options.operands, options, invocation.output) { inspection in
                let chosen = try ServiceFilter(options).apply(to: inspection.services + inspection.abstracts).sorted {
                    $0.id < $1.id
                }
                try show(chosen, options, invocation.output)
            }
        }
    }

    /// Options without an effect beside others are errors.
    private func refuseCombinations(_ options: Options) throws {
        let filters = ["--name", "--type", "--scope", "--tag", "--ids", Format.option.name]
        if options.has(Self.only.name), let other = filters.first(where: options.has) {
            throw UsageError.cannotCombine(Self.only.name, other)
        }
        if options.has("--ids"), options.has(Format.option.name) {
            throw UsageError.cannotCombine("--ids", Format.option.name)
        }
    }

    private func show(_ services: [ServiceInspection], _ options: Options, _ output: Console.Output) throws {
        if options.has("--ids") {
            for service in services { output.write(service.id) }
            return
        }
        try Format(options).write(
            Columns(services.map(row)).lines(fitting: output.terminal.width), orNothing: "no services",
            json: services.map(Entry.init), to: output)
    }

    private func row(_ service: ServiceInspection) -> [String] {
        [
            service.id, service.listedType, service.construction.kind == .alias ? "" : service.scope.rawValue,
            service.tags.joined(separator: ", "), service.remarks, service.origin.words,
        ]
    }

    /// A service in JSON.
    private struct Entry: Encodable {
        let id: String
        let type: String?
        let scope: ServiceScope
        let tags: [String]
        let isPublic: Bool
        let isAbstract: Bool
        let deprecation: String?
        let asynchronous: String?
        let alias: String?
        let location: ScriptLocation?

        init(_ service: ServiceInspection) {
            id = service.id
            type = service.type
            scope = service.scope
            tags = service.tags
            isPublic = service.isPublic
            isAbstract = service.isAbstract
            deprecation = service.deprecation
            asynchronous = service.asynchronous
            alias = service.construction.kind == .alias ? service.needs.first?.id : nil
            location = service.location
        }
    }
}

extension ServiceInspection {
    /// The type, or the target of an alias.
    fileprivate var listedType: String {
        construction.kind == .alias ? "= \(needs.first?.id ?? "")" : type ?? "?"
    }

    /// Remarks for users of the service.
    fileprivate var remarks: String {
        [
            isAbstract ? "abstract" : nil, deprecation == nil ? nil : "deprecated", isPublic ? nil : "not public",
            decoration.first == id ? "decorated" : nil,
            asynchronous != nil && construction.kind != .alias ? "asynchronous" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }
}
