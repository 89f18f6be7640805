/// Writes definitions, and notes the members of types that they use.
struct ServiceWriter {
    let values: ArgumentWriter
    private let index: GraphIndex
    private let tags: CollectedTags

    init(_ index: GraphIndex, _ text: LuaText, defaults: [String: String]) {
        self.index = index
        tags = CollectedTags(index)
        values = ArgumentWriter(index, text, LazyParts(index), defaults: defaults)
    }

    /// The line or lines of a definition; nil if scripts cannot have it.
    func write(
        _ definition: GraphService, hidesByDefault: Bool, _ result: inout GeneratedScripts
    ) -> String? {
        let id = LuaValue.quoted(definition.id).text()
        if let target = definition.alias { return alias(definition, of: target, &result.remarks) }
        if definition.isAutowired { result.remarks.add("arguments by type, which are left out", definition.id) }
        if definition.isLazy { result.remarks.add("lazy service, built when it is needed", definition.id) }
        var fields = fields(of: definition, isInline: false, &result)
        if hidesByDefault, definition.isPublic { fields.append(("public", .plain("true"))) }
        var begin = "service \(id) "
        if let target = definition.decorates {
            begin = "decorate \(LuaValue.quoted(target).text()) "
            fields.insert(("id", .quoted(definition.id)), at: 0)
            if definition.decorationPriority != 0 {
                fields.append(("priority", .plain("\(definition.decorationPriority)")))
            }
            if index.definition(target)?.id != target, index.isDefined(target) {
                result.remarks.add("decorator of an alias, which decorates the target for all", definition.id)
            }
        } else if definition.isDeprecated {
            fields.append(("deprecated", .plain("true")))
        }
        let text = begin + LuaValue.map(fields).text(at: begin.utf8.count)
        return text.contains("\n") ? text + "\n" : text
    }

    private func alias(_ definition: GraphService, of target: String, _ remarks: inout Remarks) -> String? {
        if let service = index.definition(target) {
            if service.isAbstract {
                remarks.add("alias of an abstract definition, which is left out", definition.id)
                return nil
            }
            if service.isPublic != definition.isPublic {
                remarks.add("alias with another visibility than its target", definition.id)
            }
        }
        return "alias \(LuaValue.quoted(definition.id).text()) \(LuaValue.quoted(target).text())"
    }

    /// A service without an id.
    private func inline(_ definition: GraphService, _ result: inout GeneratedScripts) -> LuaValue {
        .word("inline", .map(fields(of: definition, isInline: true, &result)))
    }

    private func fields(
        of definition: GraphService, isInline: Bool, _ result: inout GeneratedScripts
    ) -> [(String, LuaValue)] {
        let parents = index.parents(of: definition)
        // A decorator has no parent in scripts.
        let line = definition.decorates == nil ? [definition] : parents + [definition]
        let type = index.type(of: definition)
        var fields: [(String, LuaValue)] = []
        if let parent = definition.parent, definition.decorates == nil { fields.append(("parent", .quoted(parent))) }
        let factory = line.compactMap(\.factory).last
        if let factory {
            fields.append(("factory", maker(factory, of: definition)))
        } else if parents.contains(where: { $0.factory != nil }), definition.decorates == nil {
            // It inherits what makes it.
        } else if definition.className != nil || definition.parent == nil || definition.decorates != nil {
            fields.insert(("type", .quoted(type)), at: 0)
        }
        if definition.isAbstract { fields.append(("abstract", .plain("true"))) }
        let inherited = definition.decorates == nil ? parents : []
        let labels = arguments(of: line, after: inherited.flatMap(\.arguments).count, in: definition, &fields, &result)
        if !definition.isAbstract {
            let all =
                inherited.flatMap(\.arguments).indices.map(Names.label)
                + inherited.flatMap(\.named).map { Names.label(named: $0.name) } + labels
            note(factory ?? parents.compactMap(\.factory).last, type, Self.unique(all), &result.types)
        }
        addSteps(of: line, in: definition, isInline: isInline, type, &fields, &result)
        if !definition.isShared, !isInline { fields.append(("scope", .quoted("transient"))) }
        if !isInline { addTags(of: definition, &fields, &result.remarks) }
        return fields
    }

    private static func unique(_ labels: [String]) -> [String] {
        var seen: Set<String> = []
        return labels.filter { seen.insert($0).inserted }
    }

    /// Adds the arguments, and returns their labels.
    ///
    /// Those after the arguments of a parent are written by label, as those by position are in place of the parent's.
    private func arguments(
        of line: [GraphService], after inherited: Int, in definition: GraphService,
        _ fields: inout [(String, LuaValue)], _ result: inout GeneratedScripts
    ) -> [String] {
        var positional: [LuaValue] = []
        var labeled: [(String, LuaValue)] = []
        var labels: [String] = []
        for (position, argument) in line.flatMap(\.arguments).enumerated() {
            let label = Names.label(position + inherited)
            guard let value = value(argument, of: definition, isElement: false, &result) else { continue }
            labels.append(label)
            if positional.count == position, inherited == 0 {
                positional.append(value)
            } else {
                labeled.append((label, value))
            }
        }
        if inherited > 0, !labels.isEmpty {
            result.remarks.add("arguments after those of a parent, written by label", definition.id)
        }
        for named in line.flatMap(\.named) {
            guard let value = value(named.value, of: definition, isElement: false, &result) else { continue }
            let label = Names.label(named: named.name)
            labels.append(label)
            labeled.removeAll { $0.0 == label }
            labeled.append((label, value))
        }
        if !positional.isEmpty || !labeled.isEmpty {
            let named = labeled.map { LuaValue.Field(key: $0.0, value: $0.1) }
            fields.append(("args", .table(positional, named)))
        }
        return labels
    }

    private func addSteps(
        of line: [GraphService], in definition: GraphService, isInline: Bool, _ type: String,
        _ fields: inout [(String, LuaValue)], _ result: inout GeneratedScripts
    ) {
        var properties: [(String, LuaValue)] = []
        for property in line.flatMap(\.properties) {
            guard let value = value(property.value, of: definition, isElement: false, &result) else { continue }
            properties.removeAll { $0.0 == property.name }
            properties.append((property.name, value))
        }
        if !properties.isEmpty { fields.append(("set", .map(properties))) }
        var calls: [LuaValue] = []
        for call in line.flatMap(\.calls) {
            let arguments = call.arguments.compactMap { value($0, of: definition, isElement: true, &result) }
            guard arguments.count == call.arguments.count else { continue }
            calls.append(.list([.quoted(call.method)] + arguments))
        }
        if !calls.isEmpty { fields.append(("call", .list(calls))) }
        let whole = index.parents(of: definition) + [definition]
        result.types.change(type) { members in
            members.properties.formUnion(whole.flatMap(\.properties).map(\.name))
            for call in whole.flatMap(\.calls) {
                members.methods.note(call.method, call.arguments.indices.map(Names.label))
            }
        }
        switch line.compactMap(\.configurator).last {
        case .method(let id, let method):
            let get = "c.get(\(LuaValue.quoted(id).text()))"
            fields.append(("configure", .plain("function(instance, c) \(get):\(method)(instance) end")))
            fields.append(("uses", .list([.quoted(id)])))
            for type in types(of: id) { result.types.change(type) { $0.configurators.insert(method) } }
        case .staticMethod(let type, let method):
            result.remarks.add("configurator that is a static method", "\(definition.id): \(type)::\(method)")
        case nil: break
        }
    }

    private func addTags(
        of definition: GraphService, _ fields: inout [(String, LuaValue)], _ remarks: inout Remarks
    ) {
        var written: [LuaValue] = []
        var names: Set<String> = []
        for tag in definition.tags {
            if !names.insert(tag.name).inserted, tags.isListed(tag.name) {
                remarks.add("tag that a service has more than once, where lists contain it once", definition.id)
                continue
            }
            if tags.isReplaced(tag, of: definition.id) {
                remarks.add("tag whose key another member of the collection has", definition.id)
                continue
            }
            var attributes = tag.attributes.sorted { $0.key < $1.key }.map { (values.key($0.key), $0.value) }
            if case .string? = tag.attributes["priority"] {
                attributes.removeAll { $0.0 == "priority" }
                attributes.append(("priority", .integer(Int64(tag.priority))))
            }
            for missing in tags.missing(in: tag) {
                remarks.add("tag without the attribute by which it is collected", definition.id)
                attributes.append((missing, .string(definition.id)))
            }
            let named = attributes.map { LuaValue.Field(key: $0.0, value: values.value($0.1)) }
            written.append(named.isEmpty ? .quoted(tag.name) : .table([.quoted(tag.name)], named))
        }
        guard let first = written.first else { return }
        if written.count == 1, case .plain = first {
            fields.append(("tags", first))
        } else {
            fields.append(("tags", .list(written)))
        }
    }

    private func value(
        _ argument: GraphArgument, of definition: GraphService, isElement: Bool, _ result: inout GeneratedScripts
    ) -> LuaValue? {
        var inlineResult = result
        defer { result = inlineResult }
        var remarks = Remarks()
        let value = values.value(
            argument, of: definition, isElement: isElement, inline: { inline($0, &inlineResult) }, &remarks)
        inlineResult.remarks.add(remarks)
        return value
    }

    private func maker(_ maker: GraphService.Maker, of definition: GraphService) -> LuaValue {
        switch maker {
        case .method(let id, let method):
            let receiver: LuaValue = definition.isInner(id) ? .plain("inner") : .word("ref", .quoted(id))
            return .list([receiver, .quoted(method)])
        case .staticMethod(let type, let method): return .quoted("\(Names.type(ofClass: type)).\(method)")
        }
    }

    /// Notes the initializer or the method that makes a service.
    private func note(
        _ maker: GraphService.Maker?, _ type: String, _ labels: [String], _ types: inout RecordedTypes
    ) {
        switch maker {
        case .method(let id, let method):
            for owner in self.types(of: id) { types.change(owner) { $0.factories.note(method, labels) } }
        case .staticMethod(let owner, let method):
            types.change(Names.type(ofClass: owner)) { $0.staticFactories.note(method, labels) }
        case nil: types.change(type) { $0.initializers.insert(labels) }
        }
    }

    /// The types that the service of an id may have: its own, and those of its decorators.
    private func types(of id: String) -> Set<String> {
        guard let service = index.definition(id) else { return [Names.outside] }
        let decorators = index.decorators[service.id, default: []]
        return Set(([service] + decorators).map { index.type(of: $0) })
    }
}
