import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `defaults { args = auto, scope = …, public = …, reload = …, tags = … }`: defaults for the services of this file, or for those
    /// of a type: `defaults { type = "Type", … }`.
    static func defaults(_ evaluation: Evaluation) -> Word {
        Word("defaults", evaluation, WordForm(1, "defaults { … }")) { call in
            let origin = evaluation.origin(call)
            let table = ScriptTable(evaluation: evaluation, stack: call.stack, key: "defaults", origin: origin)
            let position = call.position(0)
            guard position != 0, call.stack.luaType(at: position) == .table else {
                table.report({ .expectsTable("defaults", orFunction: false, found: call.found(0), at: $0) }, at: [])
                return .values(0)
            }
            if let file = origin.location?.fileNumber {
                if let service = evaluation.defaults.firstService(of: file) {
                    table.report({ .defaultsTooLate(after: service, at: $0) }, at: [])
                }
                evaluation.defaults.read(table, position, of: file)
            }
            return .values(0)
        }
    }
}

/// The defaults of each file for its services.
struct FileDefaults {
    private struct FirstService {
        /// As messages name it.
        let phrase: String
        let location: ScriptLocation?
    }

    private var defaults: [FileNumber: DefinitionDefaults] = [:]
    private var services: [FileNumber: FirstService] = [:]
    /// The file whose service was defined last, if it has no defaults: most services follow one of the same file.
    private var plainFile: FileNumber?

    /// The first service that a file defined, as messages name it.
    func firstService(of file: FileNumber) -> String? {
        services[file].map { service in
            service.phrase + (service.location.map { " at \($0)" } ?? "")
        }
    }

    mutating func read(_ table: ScriptTable, _ position: Int, of file: FileNumber) {
        plainFile = nil
        var type: String?
        var read = DefinitionDefaults()
        var names: Set<String> = []
        table.forEachField(position, of: .defaults) { key, value in
            names.insert(key.name)
            switch key.name {
            case "type": type = table.typeName(value, key)
            case "scope": read.scope = table.scope(value, key)
            case "public": read.isPublic = table.flag(value, key)
            case "reload": read.reload = table.reloadPolicy(value, key)
            case "args":
                read.isAuto = table.stack.tokenKind(at: value) == .auto
                if !read.isAuto { table.refuse(value, key) }
            default: read.tags = TagList(table, key).tags(value)
            }
        }
        if names.contains("type") {
            if let type { table.evaluation.add(TypeDefaults(type, read, origin: table.origin)) }
        } else {
            if read.isAuto { table.evaluation.noteWiringByType() }
            defaults[file] = (defaults[file] ?? DefinitionDefaults()).merging(read)
        }
    }

    /// A decorator's definition with the defaults of its file for keys that it does not have.
    mutating func applied(toDecorator definition: Definition) -> Definition {
        guard let file = definition.origin.location?.fileNumber else { return definition }
        if services[file] == nil {
            services[file] = FirstService(
                phrase: "a decorator of \"\(definition.id)\"", location: definition.origin.location)
        }
        return defaults[file]?.applied(toDecorator: definition) ?? definition
    }

    /// The definition with the defaults of its file for keys that it does not have.
    mutating func applied(to definition: Definition) -> Definition {
        guard let file = definition.origin.location?.fileNumber, file != plainFile else { return definition }
        if services[file] == nil {
            services[file] = FirstService(
                phrase: "service \"\(definition.id)\"", location: definition.origin.location)
        }
        guard let defaults = defaults[file] else {
            plainFile = file
            return definition
        }
        return defaults.applied(to: definition)
    }
}
