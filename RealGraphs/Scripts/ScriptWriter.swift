/// Writes a graph as scripts: one for each file of the graph, one with the parameters, and one for what it does not define.
struct ScriptWriter {
    private let graph: Graph
    private let index: GraphIndex
    private let text: LuaText
    private let services: ServiceWriter
    private var result = GeneratedScripts()
    private var outsideParameters: Set<String> = []
    private var outsideIds: Set<String> = []
    private var outsideParents: Set<String> = []

    private init(_ graph: Graph) {
        self.graph = graph
        index = GraphIndex(graph)
        let used = Self.usedParameters(graph)
        text = LuaText(parameters: index.parameters.union(used))
        services = ServiceWriter(index, text, defaults: Self.variables(graph))
        outsideParameters = used.subtracting(index.parameters).filter { !$0.hasPrefix("env(") }
    }

    /// The scripts of a graph.
    static func scripts(for graph: Graph) -> GeneratedScripts {
        var writer = ScriptWriter(graph)
        writer.write()
        return writer.result
    }

    private mutating func write() {
        var files: [(path: String, text: String)] = []
        var paths: Set<String> = []
        var rest = graph.services[...]
        while let first = rest.first {
            let file = rest.prefix { $0.file == first.file }
            rest = rest.dropFirst(file.count)
            var path = Self.path(of: first.file)
            var number = 2
            while !paths.insert(path).inserted {
                path = Self.path(of: first.file, number)
                number += 1
            }
            files.append((path, script(Array(file), from: first.file)))
        }
        addOutside()
        let names = ["parameters.lua", GeneratedScripts.outside] + files.map(\.path)
        let includes = names.map { "include \(LuaValue.quoted($0).text())\n" }.joined()
        result.files =
            [
                (GeneratedScripts.main, includes), ("parameters.lua", parameters()),
                (GeneratedScripts.outside, outside()),
            ] + files
        result.outsideIds = outsideIds.sorted()
    }

    private mutating func script(_ definitions: [GraphService], from file: String) -> String {
        let hasPrivate = definitions.contains { !$0.isPublic && $0.alias == nil }
        var script = file.isEmpty ? "" : "-- \(file)\n\n"
        if hasPrivate { script += "defaults { public = false }\n\n" }
        for definition in definitions {
            // What a later definition replaces is written as well: scripts may define a service twice.
            guard let text = services.write(definition, hidesByDefault: hasPrivate, &result) else { continue }
            script += text + "\n"
        }
        return script
    }

    private mutating func addOutside() {
        for service in index.inOrder {
            if let alias = service.alias, !index.isDefined(alias) { outsideIds.insert(alias) }
            if let target = service.decorates, !index.isDefined(target) { outsideIds.insert(target) }
            if let parent = service.parent, !index.isDefined(parent) { outsideParents.insert(parent) }
            for argument in service.allArguments {
                argument.forEach { part in
                    if case .reference(let id, .fault) = part, !index.isDefined(id), !service.isInner(id) {
                        outsideIds.insert(id)
                    }
                    if case .inline(let inline) = part { addMakers(of: inline) }
                }
            }
            addMakers(of: service)
        }
        for id in outsideIds.intersection(outsideParents) {
            result.remarks.add("a parent from outside that is a service, too", id)
        }
        outsideParents.subtract(outsideIds)
        let classes =
            outsideParents.map { Names.outsideClass(ofParent: $0) } + (outsideIds.isEmpty ? [] : [Names.outside])
        for name in classes { result.types.change(name) { _ in } }
    }

    private mutating func addMakers(of service: GraphService) {
        for case .method(let id, _) in [service.factory, service.configurator].compactMap(\.self)
        where !index.isDefined(id) { outsideIds.insert(id) }
    }

    private func outside() -> String {
        let supplied = outsideIds.sorted().map { id in
            "service \(LuaValue.quoted(id).text()) { synthetic = true, type = \"\(Names.outside)\" }\n"
        }
        let parents = outsideParents.sorted().map { id in
            "service \(LuaValue.quoted(id).text()) { abstract = true, type = \"\(Names.outsideClass(ofParent: id))\" }\n"
        }
        let parameters = outsideParameters.sorted().map { name in
            (text.name(ofParameter: name), LuaValue.word("raw", .quoted(name)))
        }
        var script = "-- What the application adds to the graph.\n\n"
        if !parameters.isEmpty { script += "parameters " + LuaValue.map(parameters).text(at: 11) + "\n\n" }
        return script + parents.joined() + (parents.isEmpty ? "" : "\n") + supplied.joined()
    }

    private mutating func parameters() -> String {
        var fields: [(String, LuaValue)] = []
        for (name, value) in graph.parameters where !name.hasPrefix("env(") {
            let written = text.name(ofParameter: name)
            if written != name { result.remarks.add("parameter with another name", name) }
            fields.append((written, services.values.value(value)))
        }
        return fields.isEmpty ? "" : "parameters " + LuaValue.map(fields).text(at: 11) + "\n"
    }

    /// `AddressingBundle/services/form.lua` of `src/Sylius/Bundle/AddressingBundle/Resources/config/services/form.xml`.
    private static func path(of file: String, _ number: Int = 1) -> String {
        guard !file.isEmpty else { return "services\(number == 1 ? "" : "_\(number)").lua" }
        var parts = file.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
        if parts.first == "src" { parts.removeFirst() }
        parts.removeAll { $0 == "Resources" || $0 == "config" }
        let last = parts.popLast() ?? "services"
        let name = last.split(separator: ".").first.map(String.init) ?? "services"
        return (parts + ["\(name)\(number == 1 ? "" : "_\(number)").lua"]).joined(separator: "/")
    }

    /// The values of variables of the environment: `env(NAME)` among the parameters.
    private static func variables(_ graph: Graph) -> [String: String] {
        var values: [String: String] = [:]
        for (name, value) in graph.parameters where name.hasPrefix("env(") && name.hasSuffix(")") {
            if case .string(let text) = value { values[String(name.dropFirst(4).dropLast())] = text }
        }
        return values
    }

    private static func usedParameters(_ graph: Graph) -> Set<String> {
        var names: Set<String> = []
        func add(_ value: JSON) {
            switch value {
            case .string(let text): names.formUnion(LuaText.parameters(in: text))
            case .list(let elements): elements.forEach(add)
            case .object(let entries):
                for (key, value) in entries {
                    names.formUnion(LuaText.parameters(in: key))
                    add(value)
                }
            case .null, .boolean, .integer, .number: break
            }
        }
        func add(_ service: GraphService) {
            for tag in service.tags { add(.object(tag.attributes)) }
            for argument in service.allArguments {
                argument.forEach { part in
                    switch part {
                    case .value(let value): add(value)
                    case .map(let entries), .locator(let entries): for entry in entries { add(.string(entry.key)) }
                    case .inline(let inline): for tag in inline.tags { add(.object(tag.attributes)) }
                    default: break
                    }
                }
            }
        }
        for parameter in graph.parameters { add(parameter.value) }
        for service in graph.services { add(service) }
        return names
    }
}
