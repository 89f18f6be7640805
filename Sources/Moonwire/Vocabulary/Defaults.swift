import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `defaults { args = auto, scope = …, public = …, reload = …, tags = … }`: defaults for the services of this file.
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
    private struct Defaults {
        var scope: ServiceScope?
        var isPublic: Bool?
        var reload: ReloadPolicy?
        var isAuto = false
        var tags: [ServiceTag] = []
    }

    private struct FirstService {
        /// As messages name it.
        let phrase: String
        let location: ScriptLocation?
    }

    private var defaults: [FileNumber: Defaults] = [:]
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
        var known = defaults[file] ?? Defaults()
        table.forEachField(position, of: .defaults) { key, value in
            switch key.name {
            case "scope": known.scope = table.scope(value, key)
            case "public": known.isPublic = table.flag(value, key)
            case "reload": known.reload = table.reloadPolicy(value, key)
            case "args":
                known.isAuto = table.stack.tokenKind(at: value) == .auto
                if !known.isAuto { table.refuse(value, key) }
            default: known.tags += TagList(table, key).tags(value)
            }
        }
        defaults[file] = known
    }

    /// A decorator's definition with the defaults of its file for keys that it does not have.
    ///
    /// Scope and tags are not included: the scope is that of the wrapped service, and the tags are those of the whole, which
    /// may come from another file. `public` counts for the decorator's own id.
    mutating func applied(toDecorator definition: Definition) -> Definition {
        guard let file = definition.origin.location?.fileNumber else { return definition }
        if services[file] == nil {
            services[file] = FirstService(
                phrase: "a decorator of \"\(definition.id)\"", location: definition.origin.location)
        }
        guard let defaults = defaults[file] else { return definition }
        var whole = definition
        if let isPublic = defaults.isPublic, !definition.written.contains(.isPublic) { whole.isPublic = isPublic }
        if let reload = defaults.reload, !definition.written.contains(.reload) { whole.reload = reload }
        if defaults.isAuto { whole.wireByDefault() }
        return whole
    }

    /// The definition with the defaults of its file for keys that it does not have.
    ///
    /// A synthetic service is always shared.
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
        var whole = definition
        if let scope = defaults.scope, !definition.written.contains(.scope), !definition.isSynthetic {
            whole.scope = scope
        }
        if let isPublic = defaults.isPublic, !definition.written.contains(.isPublic) { whole.isPublic = isPublic }
        if let reload = defaults.reload, !definition.written.contains(.reload) { whole.reload = reload }
        whole.tags += defaults.tags
        if defaults.isAuto { whole.wireByDefault() }
        return whole
    }
}

extension Definition {
    /// Wires the arguments that are not given by their types, which concerns no function and no supplied instance.
    fileprivate mutating func wireByDefault() {
        guard arguments.auto == nil else { return }
        arguments.auto = .defaults
        hasPlaceholders = true
    }
}
